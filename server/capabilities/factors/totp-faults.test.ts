import { readIdentity, secondFactorLogin, startTotp } from '@vialkeep/contract/factors.ts';
import { HOTP, Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginLogin, codeOf, enrolApp, enrolPasskey, forgetUsedCodes } from '../../testing/identity/enrolment.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

const EMAIL = 'rep@vialkeep.test';

let world: World;
let rep: Caller;
let secret: string;
let recovery: string[];
let refused = 0;
let controls = 0;

beforeAll(async () => {
  world = await newWorld();
  rep = await world.as('rep');
  ({ secret, recovery } = await enrolApp(world, rep));
});
afterAll(async () => {
  await world.close();
  process.stdout.write(`TOTP: ${refused} generated faults refused, ${controls} positive controls accepted\n`);
});

const stepNow = () => Math.floor(Date.now() / 30_000);
const digits = (code: string, zero: number) =>
  [...code].map((digit) => String.fromCodePoint(zero + Number(digit))).join('');

/** What is sent in place of the code; made at the moment of the call. */
const faults: Record<string, () => unknown> = {
  'a code of three steps ago': () => codeOf(secret, -3),
  'a code of ten steps ago': () => codeOf(secret, -10),
  'a code of three steps ahead': () => codeOf(secret, 3),
  'a code of ten steps ahead': () => codeOf(secret, 10),
  'a code of another secret': () => codeOf(new Secret({ size: 20 }).base32),
  'a code by SHA-256': () => TOTP.generate({ secret: Secret.fromBase32(secret), algorithm: 'SHA256' }),
  'a code of one-minute steps': () => TOTP.generate({ secret: Secret.fromBase32(secret), period: 61 }),
  'a code by a counter': () => HOTP.generate({ secret: Secret.fromBase32(secret), counter: 1 }),
  'eight digits': () => TOTP.generate({ secret: Secret.fromBase32(secret), digits: 8 }),
  'five digits': () => codeOf(secret).slice(1),
  'seven digits': () => `${codeOf(secret)}0`,
  'a code twice in one': () => codeOf(secret).repeat(2),
  letters: () => 'abcdef',
  'one letter among digits': () => `${codeOf(secret).slice(0, 5)}O`,
  'digits of another script': () => digits(codeOf(secret), 0x0660),
  'full-width digits': () => digits(codeOf(secret), 0xff10),
  'a sign before the digits': () => `+${codeOf(secret)}`,
  'a decimal point': () => `${codeOf(secret)}.0`,
  nothing: () => '',
  blanks: () => '      ',
  'a number in place of text': () => Number(codeOf(secret)),
  'a list': () => [codeOf(secret)],
  'a null': () => null,
  'an object': () => ({ $ne: '' }),
  'a thousand digits': () => '1'.repeat(1_000),
  'a statement': () => "' or 1=1 --",
  'a code of zeros': () => (codeOf(secret) === '000000' ? '000001' : '000000'),
};

async function finish(body: object) {
  return world.send(anonymousCaller, secondFactorLogin, { body });
}

async function expectRefused(body: object): Promise<void> {
  const before = await world.sql('select count(*) from sessions');
  const answer = await finish(body);
  expect([400, 401], answer.body).toContain(answer.statusCode);
  expect(await world.sql('select count(*) from sessions')).toEqual(before);
  refused += 1;
}

async function expectAccepted(code = codeOf(secret)): Promise<void> {
  await forgetUsedCodes(world);
  const { login } = await beginLogin(world, EMAIL);
  expect((await finish({ login, totp: code })).statusCode).toBe(200);
  controls += 1;
}

describe('Code of an authenticator app', () => {
  test.each(Object.entries(faults))('%s is refused, and a right code is accepted', async (_what, make) => {
    await forgetUsedCodes(world);
    const { login } = await beginLogin(world, EMAIL);
    await expectRefused({ login, totp: make() });
    await expectAccepted();
  });

  test('a code one step old or ahead is accepted', async () => {
    // The step may change between the test and the server, so the step of the server is one of two.
    await forgetUsedCodes(world);
    const { login } = await beginLogin(world, EMAIL);
    const before = stepNow();
    const answer = await finish({ login, totp: codeOf(secret, -1) });
    expect(answer.statusCode === 200 || stepNow() > before).toBe(true);
    await expectAccepted(codeOf(secret, 1));
  });

  test('a code is refused the second time, and so is an older one', async () => {
    await forgetUsedCodes(world);
    const code = codeOf(secret);
    const first = await beginLogin(world, EMAIL);
    expect((await finish({ login: first.login, totp: code })).statusCode).toBe(200);
    const { login } = await beginLogin(world, EMAIL);
    await expectRefused({ login, totp: code });
    await expectRefused({ login, totp: codeOf(secret, -1) });
    await expectAccepted();
  });

  test('a code together with another proof, and no proof at all, are refused', async () => {
    await forgetUsedCodes(world);
    const { login } = await beginLogin(world, EMAIL);
    await expectRefused({ login, totp: codeOf(secret), recovery_code: recovery[0] });
    await expectRefused({ login });
    expect((await world.call(rep, readIdentity)).recovery_left).toBe(10);
    await expectAccepted();
  });

  test('a code of a set-up that is not confirmed is refused', async () => {
    const lab = await world.as('lab');
    await enrolPasskey(world, lab);
    const begun = await world.call(lab, startTotp);
    const next = await beginLogin(world, 'lab@vialkeep.test');
    expect(next.methods).not.toContain('totp');
    await expectRefused({ login: next.login, totp: codeOf(begun.secret) });
    await expectAccepted();
  });

  test('after five wrong codes a login begins again', async () => {
    await forgetUsedCodes(world);
    const { login } = await beginLogin(world, EMAIL);
    for (let tries = 0; tries < 5; tries += 1) await expectRefused({ login, totp: codeOf(secret, 5 + tries) });
    const last = await finish({ login, totp: codeOf(secret) });
    expect([last.statusCode, last.json().reason]).toEqual([401, 'login_expired']);
    await expectAccepted();
  });

  test('after ten wrong codes the person waits and is told once by a letter', async () => {
    await forgetUsedCodes(world);
    const letters = () =>
      world.sql("select id from letters where kind = 'factor-changed' and subject like '%too many wrong codes'");
    let login = '';
    for (let tries = 0; tries < 10; tries += 1) {
      if (tries % 5 === 0) ({ login } = await beginLogin(world, EMAIL));
      await expectRefused({ login, totp: codeOf(secret, 5 + tries) });
    }
    expect(await letters()).toHaveLength(0);
    ({ login } = await beginLogin(world, EMAIL));
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await finish({ login, totp: codeOf(secret) })).statusCode).toBe(429);
    }
    expect(await letters()).toHaveLength(1);
    await expectAccepted();
  });

  test('sixty wrong codes in a day end the tries until the next day, and the person is told once by a letter', async () => {
    await forgetUsedCodes(world);
    const letters = () => world.sql("select id from letters where subject like '%too many wrong codes today'");
    const later = (interval: string) =>
      world.sql(
        `update rate_limits set window_start = window_start - interval '${interval}' where bucket like 'second%'`,
      );
    const tryCodes = async (count: number, totp: (n: number) => string) => {
      const statuses: number[] = [];
      let login = '';
      for (let tries = 0; tries < count; tries += 1) {
        if (tries % 5 === 0) ({ login } = await beginLogin(world, EMAIL));
        statuses.push((await finish({ login, totp: totp(tries) })).statusCode);
      }
      return statuses;
    };
    const wrong = (n: number) => codeOf(secret, 5 + n);
    for (let window = 0; window < 6; window += 1) {
      expect(await tryCodes(10, wrong), `window ${window}`).toEqual(Array(10).fill(400));
      await later('16 minutes');
    }
    expect(await tryCodes(3, () => codeOf(secret))).toEqual([429, 429, 429]);
    expect(await letters()).toHaveLength(1);
    await later('1 day');
    expect(await tryCodes(1, () => codeOf(secret))).toEqual([200]);
  });

  test('right codes do not use up the tries of a day', async () => {
    await forgetUsedCodes(world);
    const { login } = await beginLogin(world, EMAIL);
    expect((await finish({ login, totp: codeOf(secret) })).statusCode).toBe(200);
    expect(await world.sql("select hits from rate_limits where bucket = 'second-factor-day'")).toEqual([{ hits: 0 }]);
  });
});

test('at least 20 faults were generated', () => {
  expect(Object.keys(faults).length).toBeGreaterThanOrEqual(20);
});
