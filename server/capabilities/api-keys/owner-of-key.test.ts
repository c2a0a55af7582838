import { createApiKey, listApiKeys, replaceApiKey } from '@vialkeep/contract/api-keys.ts';
import { readPatientRecord } from '@vialkeep/contract/patients.ts';
import { changePassword } from '@vialkeep/contract/profile.ts';
import { listUsers } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newKey } from '../../testing/api-keys/new-key.ts';
import { newPatient } from '../../testing/new-patient.ts';
import { PASSWORD } from '../../testing/people.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller & { user: { id: number } };
let lab: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld();
  [admin, lab] = [await world.as('admin'), await world.as('lab')];
});
afterAll(() => world.close());

const newKeyBody = (password_current = PASSWORD) => ({ name: 'Nightly', scopes: ['people.read'], password_current });

describe('What the owner of a key owes', () => {
  test('a key is refused with the reason while its owner must choose a new password', async () => {
    const key = await newKey(world, admin, { scopes: ['people.read'] });
    await world.sql('update users set must_change_password = true where id = $1', [admin.user.id]);
    expect(await world.refusalOf(key, listUsers)).toEqual({ status: 409, reason: 'password_change_required' });
    await world.sql('update users set must_change_password = false where id = $1', [admin.user.id]);
    expect((await world.send(key, listUsers)).statusCode).toBe(200);
  });

  test('the days of grace for a second factor begin at the first call by a key, and the key is refused after them', async () => {
    const key = await newKey(world, lab, { scopes: ['patients.read'] });
    const params = { id: await newPatient(world) };
    await world.sql("insert into identity_policies (domain_id, second_factor_plans) values (1, '{1}')");
    const call = async () => (await world.send(key, readPatientRecord, { params })).json().reason;
    expect(await call()).toBeUndefined();
    const days = await world.sql(
      "update users set second_factor_asked_at = second_factor_asked_at - interval '15 days' where id = $1 returning second_factor_asked_at",
      [lab.user.id],
    );
    expect(days).toMatchObject([{ second_factor_asked_at: expect.any(Date) }]);
    expect(await call()).toBe('second_factor_setup_required');
    await world.sql('delete from identity_policies');
  });

  test('an owner whose login another person set makes and replaces no key, and the earlier key works', async () => {
    const key = await newKey(world, admin, { scopes: ['people.read'] });
    await world.sql(
      "insert into credential_holds (domain_id, user_id, why, created_at) values (1, $1, 'email_set_by_other', now())",
      [admin.user.id],
    );
    expect(await world.refusalOf(admin, createApiKey, { body: newKeyBody() })).toEqual({ status: 409, reason: 'held' });
    const replacing = { params: { id: key.id }, body: { overlap_hours: 1, password_current: PASSWORD } };
    expect(await world.refusalOf(admin, replaceApiKey, replacing)).toEqual({ status: 409, reason: 'held' });
    expect((await world.send(key, listUsers)).statusCode).toBe(200);
    await world.sql("update credential_holds set cleared_at = now(), cleared_by = 'replaced' where user_id = $1", [
      admin.user.id,
    ]);
  });

  test('staff who work in a center see and make no keys of that center', async () => {
    const inside = await world.inside(await world.as('staff'), 'hc@vialkeep.test');
    expect(await world.refusalOf(inside, listApiKeys)).toEqual({ status: 409, reason: 'not_while_acting' });
    expect(await world.refusalOf(inside, createApiKey, { body: newKeyBody() })).toEqual({
      status: 409,
      reason: 'not_while_acting',
    });
  });

  test('wrong passwords count against the limit of guesses of the account, and the eleventh is refused whatever it says', async () => {
    const rhc = await world.as('rhc');
    const wrong = { body: newKeyBody('Not-the-password-1') };
    for (let guesses = 0; guesses < 10; guesses += 1) {
      expect((await world.refusalOf(rhc, createApiKey, wrong)).reason).toBe('wrong_password');
    }
    expect((await world.refusalOf(rhc, createApiKey, { body: newKeyBody() })).status).toBe(429);
    const change = {
      body: { password_current: PASSWORD, password_new: 'Another-word-7', password_confirmation: 'Another-word-7' },
    };
    expect((await world.send(rhc, changePassword, change)).statusCode).toBe(429);
    expect((await world.call(rhc, listApiKeys)).count).toBe(0);
  });
});

describe('What a key leaves when its owner goes', () => {
  test('a key ends with the removal of its owner, and is deleted with their erasure', async () => {
    const { id } = (await world.as('hc')).user;
    const key = await newKey(world, await world.as('hc'), { scopes: ['people.read'] });
    const call = () => world.send(key, listUsers);
    expect((await call()).statusCode).toBe(403);
    await world.app.services.keyUse.drain();
    const left = async () =>
      world.sql(
        `select (select count(*)::int from api_keys where id = $1) as keys,
           (select count(*)::int from api_key_days where api_key_id = $1) as days`,
        [key.id],
      );
    expect(await left()).toEqual([{ keys: 1, days: 1 }]);
    await world.sql('update users set removed_at = now(), is_active = false where id = $1', [id]);
    expect((await call()).statusCode).toBe(401);
    await world.sql('update users set erased_at = now() where id = $1', [id]);
    expect(await left()).toEqual([{ keys: 0, days: 0 }]);
    expect((await call()).statusCode).toBe(401);
  });
});

describe('Records of reading by key', () => {
  test('opening a patient’s record names the owner and, as a negative number, the key', async () => {
    const key = await newKey(world, lab, { scopes: ['patients.read'] });
    const patient = await newPatient(world);
    await world.call(key, readPatientRecord, { params: { id: patient } });
    const openings = async () =>
      world.sql('select actor_id, user_id, session_id from access_records where subject_id = $1 and session_id = $2', [
        patient,
        -key.id,
      ]);
    expect(await openings()).toEqual([{ actor_id: lab.user.id, user_id: lab.user.id, session_id: -key.id }]);
  });
});
