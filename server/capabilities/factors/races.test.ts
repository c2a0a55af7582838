import { passkeyLogin, passkeyLoginOptions, secondFactorLogin, stepUp } from '@vialkeep/contract/factors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginLogin, codeOf, enrolApp, enrolPasskey, forgetUsedCodes } from '../../testing/identity/enrolment.ts';
import { anonymousCaller, newWorld, type World } from '../../testing/world.ts';

const AT_ONCE = 20;

let world: World;
beforeAll(async () => {
  world = await newWorld({ LOGIN_FAILURES: '1000' });
});
afterAll(() => world.close());

const times = <T>(task: (n: number) => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, (_, n) => task(n)));

const accepted = (responses: readonly { statusCode: number; body: string }[]) => {
  for (const { statusCode, body } of responses) expect([200, 400, 401], body).toContain(statusCode);
  return responses.filter(({ statusCode }) => statusCode === 200).length;
};

describe('Twenty at once', () => {
  test('one code of an app opens one login of twenty', async () => {
    const { secret } = await enrolApp(world, await world.as('rep'));
    const logins: string[] = [];
    for (let n = 0; n < AT_ONCE; n += 1) logins.push((await beginLogin(world, 'rep@vialkeep.test')).login);
    const totp = codeOf(secret);
    const responses = await times((n) =>
      world.send(anonymousCaller, secondFactorLogin, { body: { login: logins[n], totp } }),
    );
    expect(accepted(responses)).toBe(1);
  });

  test('one recovery code opens one login of twenty', async () => {
    const { recovery } = await enrolApp(world, await world.as('rep2'));
    const logins: string[] = [];
    for (let n = 0; n < AT_ONCE; n += 1) logins.push((await beginLogin(world, 'rep2@vialkeep.test')).login);
    const responses = await times((n) =>
      world.send(anonymousCaller, secondFactorLogin, { body: { login: logins[n], recovery_code: recovery[0] } }),
    );
    expect(accepted(responses)).toBe(1);
  });

  test('one begun login is finished once, whichever factor comes with it', async () => {
    const { recovery, secret } = await enrolApp(world, await world.as('rep3'));
    await forgetUsedCodes(world);
    const { login } = await beginLogin(world, 'rep3@vialkeep.test');
    const proofs = [{ totp: codeOf(secret) }, ...recovery.map((recovery_code) => ({ recovery_code }))];
    const responses = await times((n) =>
      world.send(anonymousCaller, secondFactorLogin, { body: { login, ...proofs[n % proofs.length] } }),
    );
    expect(accepted(responses)).toBe(1);
  });

  test('one response of a passkey opens one login', async () => {
    const { authenticator } = await enrolPasskey(world, await world.as('lab'));
    const begun = await world.call(anonymousCaller, passkeyLoginOptions);
    const body = { login: begun.login, response: authenticator.get(begun.passkey) };
    expect(accepted(await times(() => world.send(anonymousCaller, passkeyLogin, { body })))).toBe(1);
  });

  test('one code proves one session of twenty', async () => {
    const viewer = await world.as('viewer');
    const { secret } = await enrolApp(world, viewer);
    const totp = codeOf(secret);
    expect(accepted(await times(() => world.send(viewer, stepUp, { body: { totp } })))).toBe(1);
  });
});
