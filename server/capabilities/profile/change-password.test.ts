import { changePassword, updatePassword } from '@vialkeep/contract/profile.ts';
import { currentSession, login } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../testing/people.ts';
import { visible } from '../../testing/same-answer.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const NEW = 'Another-one-2';
const own = (changed: object = {}) => ({
  password_current: PASSWORD,
  password_new: NEW,
  password_confirmation: NEW,
  ...changed,
});

const update = (caller: Caller, id: number, body: object) =>
  world.send(caller, updatePassword, { params: { id }, body });
const canLogin = async (email: string, password: string) =>
  (await world.send(anonymousCaller, login, { body: { email, password } })).statusCode === 200;

describe('F036 Change of the caller’s own password', () => {
  test('after a change only the new password logs in, other sessions end, and the current one stays', async () => {
    const here = await world.as('rep');
    const there = await world.as('rep');
    expect((await update(here, here.user.id, own())).json()).toEqual({
      success: true,
      message: 'Your password has been changed.',
    });
    expect(await canLogin('rep@vialkeep.test', PASSWORD)).toBe(false);
    expect(await canLogin('rep@vialkeep.test', NEW)).toBe(true);
    expect((await world.send(here, currentSession)).statusCode).toBe(200);
    expect((await world.send(there, currentSession)).statusCode).toBe(401);
  });

  test('a change also ends the sessions that administrators opened in the account', async () => {
    const lab = await world.as('lab');
    const acting = await world.actingAs(await world.as('admin'), 'lab@vialkeep.test');
    await world.call(lab, changePassword, { body: own() });
    expect((await world.send(acting, currentSession)).statusCode).toBe(401);
  });

  test('a second path without an id changes the password too', async () => {
    const buyer = await world.as('buyer');
    await world.call(buyer, changePassword, { body: own() });
    expect(await canLogin('buyer@vialkeep.test', NEW)).toBe(true);
  });

  test.each([
    ['the confirmation differs', { password_confirmation: 'Another-one-3' }, 'passwords_differ'],
    ['the current password is wrong', { password_current: 'Vialkeep-demo-2' }, 'wrong_current_password'],
    ['the new one is short', { password_new: 'short-1', password_confirmation: 'short-1' }, 'invalid_input'],
    ['the new one is endless', { password_new: 'x'.repeat(257), password_confirmation: 'x' }, 'invalid_input'],
    ['the new one is the current one', { password_new: PASSWORD, password_confirmation: PASSWORD }, 'invalid_input'],
    ['the current one is missing', { password_current: undefined }, 'invalid_input'],
    ['the current one is empty', { password_current: '' }, 'invalid_input'],
  ])('a change is refused where %s, and nothing changes', async (_why, changed, reason) => {
    const caller = await world.as('donor');
    const other = await world.as('donor');
    const response = await update(caller, caller.user.id, own(changed));
    expect({ status: response.statusCode, reason: response.json().reason }).toEqual({ status: 400, reason });
    expect((await world.send(other, currentSession)).statusCode).toBe(200);
    expect(await canLogin('donor@vialkeep.test', PASSWORD)).toBe(true);
  });

  test('a refused change has the documented message', async () => {
    const caller = await world.as('donor');
    const differ = await update(caller, caller.user.id, own({ password_confirmation: 'x' }));
    expect(differ.json().message).toBe('New Password and Confirmation Password do not match!');
    const short = await update(
      caller,
      caller.user.id,
      own({ password_new: 'short-1', password_confirmation: 'short-1' }),
    );
    expect(short.json().message).toBe('Password must have at least 8 characters.');
    const wrong = await update(caller, caller.user.id, own({ password_current: 'not it' }));
    expect(wrong.json().fields).toEqual({ password_current: 'The current password is not right.' });
  });

  test('after ten wrong current passwords the answer is 429', async () => {
    const caller = await world.as('viewer');
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      statuses.push((await update(caller, caller.user.id, own({ password_current: `guess ${n}` }))).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
  });

  test('long passwords that differ only in the last character are different', async () => {
    const caller = await world.as('patient2');
    const long = `${'a'.repeat(80)}1`;
    await world.call(caller, changePassword, { body: own({ password_new: long, password_confirmation: long }) });
    expect(await canLogin('patient2@vialkeep.test', `${'a'.repeat(80)}2`)).toBe(false);
    expect(await canLogin('patient2@vialkeep.test', long)).toBe(true);
  });

  test('a change while impersonating is refused with 409, so that the client does not log out', async () => {
    const admin = await world.as('admin');
    const refused = { status: 409, reason: 'not_while_acting' };
    for (const acting of [
      await world.actingAs(admin, 'hc@vialkeep.test'),
      await world.inside(await world.as('staff'), 'hc@vialkeep.test'),
    ]) {
      expect(await world.refusalOf(acting, changePassword, { body: own() })).toEqual(refused);
      expect(await world.refusalOf(acting, updatePassword, { params: { id: acting.user.id }, body: own() })).toEqual(
        refused,
      );
    }
    const asAdmin = await world.actingAs(await world.as('super'), 'admin@vialkeep.test');
    const id = await world.idOf('hc2@vialkeep.test');
    const body = { user_id: id, new_password_change: NEW };
    expect(await world.refusalOf(asAdmin, updatePassword, { params: { id }, body })).toEqual(refused);
    expect(await canLogin('hc@vialkeep.test', PASSWORD)).toBe(true);
  });

  test('no table contains a password as plain text', async () => {
    const caller = await world.as('patient3');
    const secret = 'Very-secret-phrase-9';
    await world.call(caller, changePassword, { body: own({ password_new: secret, password_confirmation: secret }) });
    const everything = await world.sql(
      'select (select json_agg(u) from users u) as u, (select json_agg(a) from audit_log a) as a',
    );
    expect(JSON.stringify(everything)).not.toContain(secret);
  });
});

describe('F137, S-15 Password set by an administrator', () => {
  test('a password set by an administrator, who names the user twice, works at once and ends the user’s sessions', async () => {
    const admin = await world.as('admin');
    const hc3 = await world.as('hc3');
    const body = { user_id: hc3.user.id, new_password_change: NEW };
    expect((await update(admin, hc3.user.id, body)).statusCode).toBe(200);
    expect((await world.send(hc3, currentSession)).statusCode).toBe(401);
    expect(await canLogin('hc3@vialkeep.test', NEW)).toBe(true);
    const [row] = await world.sql(
      "select actor_id, subject_id from audit_log where action = 'profile.change_password' order by position desc limit 1",
    );
    expect(row).toEqual({ actor_id: admin.user.id, subject_id: String(hc3.user.id) });
  });

  test('differing ids, the own account, a super admin and a user of another site give one and the same 404', async () => {
    const admin = await world.as('admin');
    const north = await world.as('admin@north.test');
    const missing = visible(await update(admin, 999_999, { user_id: 999_999, new_password_change: NEW }));
    expect(missing).toMatchObject({ status: 404 });
    const hc = await world.idOf('hc@vialkeep.test');
    const superId = await world.idOf('super@vialkeep.test');
    const asks: [Caller, number, number][] = [
      [admin, hc, admin.user.id],
      [admin, admin.user.id, admin.user.id],
      [admin, superId, superId],
      [north, hc, hc],
    ];
    for (const [caller, id, user_id] of asks) {
      expect(visible(await update(caller, id, { user_id, new_password_change: NEW }))).toEqual(missing);
    }
    expect(await canLogin('hc@vialkeep.test', PASSWORD)).toBe(true);
  });

  test.each(['hc', 'staff', 'rep2', 'manager', 'patient'])(
    'the body of an administrator is refused for %s, also for their own account',
    async (key) => {
      const caller = await world.as(key);
      for (const id of [caller.user.id, await world.idOf('hc2@vialkeep.test')]) {
        expect((await update(caller, id, { user_id: id, new_password_change: NEW })).statusCode).toBe(404);
        expect(
          (await update(caller, id, { ...own(), user_id: id, new_password_change: NEW, password_current: 'x' }))
            .statusCode,
        ).toBe(id === caller.user.id ? 400 : 404);
      }
      expect(await canLogin(`${key}@vialkeep.test`, PASSWORD)).toBe(true);
      expect(await canLogin('hc2@vialkeep.test', PASSWORD)).toBe(true);
    },
  );

  test('a password below eight characters is refused', async () => {
    const id = await world.idOf('hc2@vialkeep.test');
    const response = await update(await world.as('admin'), id, { user_id: id, new_password_change: 'short-1' });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual({ new_password_change: 'Password must have at least 8 characters.' });
  });
});
