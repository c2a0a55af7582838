import { stepUp, stepUpOptions } from '@vialkeep/contract/factors.ts';
import { generateLoginAsUserToken, logout } from '@vialkeep/contract/session.ts';
import { exportUsers } from '@vialkeep/contract/users.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, enrolApp, forgetUsedCodes } from '../../testing/identity/enrolment.ts';
import { PASSWORD } from '../../testing/people.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
beforeEach(async () => {
  world = await newWorld({ STEP_UP_MINUTES: '0' });
  await world.sql('insert into identity_policies (domain_id, step_up) values (1, true)');
  admin = await world.as('admin');
});
afterEach(() => world.close());

const required = { status: 409, reason: 'step_up_required' };
const codes = () => world.sql('select target_id from login_as_codes');

async function act(email = 'rep@vialkeep.test') {
  const user_id = await world.idOf(email);
  return world.send(admin, generateLoginAsUserToken, { body: { user_id } });
}

const prove = () => world.call(admin, stepUp, { body: { password: PASSWORD } });

describe('Proof before each act', () => {
  test('an act without a proof is refused with the ways to prove it, and changes nothing', async () => {
    const refused = await act();
    expect(refused.json()).toMatchObject({ reason: 'step_up_required', methods: ['password'] });
    expect(await codes()).toEqual([]);
  });

  test('a dialog that is cancelled and a wrong password leave the act refused', async () => {
    expect(await world.call(admin, stepUpOptions)).toEqual({ methods: ['password'], login: null, passkey: null });
    expect((await act()).statusCode).toBe(409);
    const wrong = { body: { password: 'not it' } };
    expect(await world.refusalOf(admin, stepUp, wrong)).toEqual({ status: 400, reason: 'wrong_password' });
    expect((await act()).statusCode).toBe(409);
    expect(await codes()).toEqual([]);
  });

  test('one proof is good for one act', async () => {
    await prove();
    expect((await act()).statusCode).toBe(200);
    expect((await act()).statusCode).toBe(409);
    expect(await codes()).toHaveLength(1);
  });

  test('an act that is refused uses up no proof', async () => {
    await prove();
    expect((await act('super@vialkeep.test')).statusCode).toBe(404);
    expect((await act()).statusCode).toBe(200);
    expect(await codes()).toHaveLength(1);
  });

  test('one of twenty simultaneous acts with the same proof happens', async () => {
    await prove();
    const responses = await Promise.all(Array.from({ length: 20 }, () => act()));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await codes()).toHaveLength(1);
  });

  test('one of two different simultaneous acts with the same proof happens', async () => {
    await prove();
    const [entry, file] = await Promise.all([act(), world.send(admin, exportUsers)]);
    expect([entry, file].map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await codes()).toHaveLength(entry.statusCode === 200 ? 1 : 0);
    expect((await act()).statusCode).toBe(409);
  });

  test('a session that ended between the dialog and the call proves nothing', async () => {
    await world.call(admin, stepUpOptions);
    await world.call(admin, logout);
    const over = { status: 401, reason: 'not_signed_in' };
    expect(await world.refusalOf(admin, stepUp, { body: { password: PASSWORD } })).toEqual(over);
    expect((await act()).statusCode).toBe(401);
    expect(await codes()).toEqual([]);
  });

  test('a password is no proof for an account with a factor, and a code of its app is', async () => {
    await world.sql('update identity_policies set step_up = null');
    const { secret } = await enrolApp(world, admin);
    await world.sql('update identity_policies set step_up = true');
    await world.sql('update sessions set proved_once = false');
    expect((await act()).json()).toMatchObject({ methods: ['totp', 'recovery_code'] });
    const byPassword = { body: { password: PASSWORD } };
    expect(await world.refusalOf(admin, stepUp, byPassword)).toEqual({ status: 400, reason: 'method_not_offered' });
    await forgetUsedCodes(world);
    await world.call(admin, stepUp, { body: { totp: codeOf(secret) } });
    expect((await act()).statusCode).toBe(200);
  });
});

describe('Proof in another account', () => {
  test('the administrator who acts proves with their own factor', async () => {
    await world.sql('update identity_policies set step_up = null');
    const { secret } = await enrolApp(world, admin);
    const acting = await world.actingAs(admin, 'rep@vialkeep.test');
    expect(await world.call(acting, stepUpOptions)).toMatchObject({ methods: ['totp', 'recovery_code'] });
    const byPassword = { body: { password: PASSWORD } };
    expect(await world.refusalOf(acting, stepUp, byPassword)).toEqual({ status: 400, reason: 'method_not_offered' });
    await forgetUsedCodes(world);
    await world.call(acting, stepUp, { body: { totp: codeOf(secret) } });
  });
});

describe('Proof that counts for minutes', () => {
  test('a proof that expired between the dialog and the call is refused', async () => {
    const timed = await newWorld({ STEP_UP_MINUTES: '10' });
    await timed.sql('insert into identity_policies (domain_id, step_up) values (1, true)');
    const caller = await timed.as('admin');
    const body = { user_id: await timed.idOf('rep@vialkeep.test') };
    await timed.call(caller, generateLoginAsUserToken, { body });
    await timed.sql("update sessions set created_at = now() - interval '11 minutes' where user_id = $1", [
      caller.user.id,
    ]);
    expect(await timed.refusalOf(caller, generateLoginAsUserToken, { body })).toEqual(required);
    const { valid_until } = await timed.call(caller, stepUp, { body: { password: PASSWORD } });
    expect(new Date(valid_until).getTime()).toBeGreaterThan(Date.now());
    await timed.call(caller, generateLoginAsUserToken, { body });
    await timed.call(caller, generateLoginAsUserToken, { body });
    await timed.sql("update sessions set proved_at = now() - interval '11 minutes' where user_id = $1", [
      caller.user.id,
    ]);
    expect(await timed.refusalOf(caller, generateLoginAsUserToken, { body })).toEqual(required);
    await timed.close();
  });
});
