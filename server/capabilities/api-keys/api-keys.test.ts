import { createApiKey, listApiKeys, MOST_API_KEYS, replaceApiKey, revokeApiKey } from '@vialkeep/contract/api-keys.ts';
import { listPatientsOfCenter } from '@vialkeep/contract/patients.ts';
import { listUsers, setUserActive, setUserInactive } from '@vialkeep/contract/users.ts';
import { addVialEntry } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newKey } from '../../testing/api-keys/new-key.ts';
import { newPatient } from '../../testing/new-patient.ts';
import { PASSWORD } from '../../testing/people.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { addDays, addYears, today } from './days.ts';
import { warnOfExpiry } from './warn-of-expiry.ts';

let world: World;
let admin: Caller & { user: { id: number } };
let hc: Caller & { user: { id: number } };
let north: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  hc = await world.as('hc');
  north = await world.as('admin@north.test', 'north.localhost');
});
afterAll(() => world.close());

const body = (changes: object = {}) => ({
  name: 'Nightly',
  scopes: ['people.read'],
  password_current: PASSWORD,
  ...changes,
});
const statusOf = async (key: Caller) => (await world.send(key, listUsers)).statusCode;
const keysOf = async (caller: Caller) => (await world.call(caller, listApiKeys)).results;

describe('Making a key', () => {
  test('the key is shown once, works as token and as Bearer, and only its hash is stored', async () => {
    const { id, secret } = await world.call(admin, createApiKey, { body: body() });
    expect(secret).toMatch(/^vk_[\da-z]{8}_[\w-]{43}$/);
    for (const authorization of [`token ${secret}`, `Bearer ${secret}`, `bearer ${secret}`]) {
      const answer = await world.raw({ url: '/api/admin/users/', headers: { host: 'localhost', authorization } });
      expect(answer.statusCode, authorization.slice(0, 6)).toBe(200);
    }
    const listed = await world.send(admin, listApiKeys);
    expect(listed.body).not.toContain(secret.slice(12));
    expect((await keysOf(admin)).find((key) => key.id === id)).toMatchObject({
      name: 'Nightly',
      prefix: secret.slice(0, 11),
      scopes: ['people.read'],
      domain: { id: 1 },
      state: 'active',
      expires_on: addYears(today(), 1),
      may: ['replace', 'revoke'],
    });
  });

  test('a wrong password, a scope beyond the owner’s rights, a foreign site and a late day are refused', async () => {
    const refused = async (caller: Caller, changes: object) => {
      const { status, reason, fields } = (await world.wholeRefusalOf(caller, createApiKey, {
        body: body(changes),
      })) as {
        status: number;
        reason: string;
        fields: object;
      };
      return [status, reason, ...Object.keys(fields)];
    };
    const wrong = await refused(admin, { password_current: 'Not-the-password-1' });
    expect(wrong).toEqual([400, 'wrong_password', 'password_current']);
    expect(await refused(hc, { scopes: ['people.read', 'vials.write'] })).toEqual([
      400,
      'scope_beyond_rights',
      'scopes',
    ]);
    expect(await refused(hc, { scopes: ['imports.write'] })).toEqual([400, 'scope_beyond_rights', 'scopes']);
    expect(await refused(hc, { domain: 2 })).toEqual([400, 'unknown_domain', 'domain']);
    expect(await refused(north, { domain: 1 })).toEqual([400, 'unknown_domain', 'domain']);
    expect(await refused(admin, { domain: 99 })).toEqual([400, 'unknown_domain', 'domain']);
    for (const expires_on of [addDays(addYears(today(), 2), 1), addDays(today(), -1)]) {
      expect(await refused(admin, { expires_on })).toEqual([400, 'invalid_input', 'expires_on']);
    }
    expect(await refused(admin, { scopes: [] })).toEqual([400, 'invalid_input', 'scopes']);
  });

  test('an owner has twenty keys, and an administrator who acts in the account makes none', async () => {
    const rhc = await world.as('rhc');
    for (let made = 0; made < MOST_API_KEYS; made += 1) await newKey(world, rhc, { scopes: ['people.read'] });
    expect(await world.refusalOf(rhc, createApiKey, { body: body() })).toEqual({
      status: 409,
      reason: 'too_many_keys',
    });
    const acting = await world.actingAs(admin, 'rhc@vialkeep.test');
    for (const route of [listApiKeys, createApiKey]) {
      const refused = await world.refusalOf(acting, route, route === createApiKey ? { body: body() } : {});
      expect(refused).toEqual({ status: 409, reason: 'not_while_acting' });
    }
    const [first] = await keysOf(rhc);
    await world.call(rhc, revokeApiKey, { params: { id: first?.id } });
    await world.call(rhc, createApiKey, { body: body() });
  });

  test('forty calls, eight at a time, make twenty keys, and twenty replaced ones at most work on', async () => {
    const lab = await world.as('lab');
    const settled = () => world.sql("delete from rate_limits where bucket = 'change-password'");
    const make = () => world.send(lab, createApiKey, { body: body({ scopes: ['vials.read'] }) });
    const statuses: number[] = [];
    for (let rounds = 0; rounds < 5; rounds += 1) {
      const made = await Promise.all(Array.from({ length: 8 }, make));
      statuses.push(...made.map(({ statusCode }) => statusCode));
      await settled();
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(MOST_API_KEYS);
    expect(statuses.filter((status) => status === 409)).toHaveLength(40 - MOST_API_KEYS);

    let [{ id } = { id: 0 }] = await keysOf(lab);
    const replace = (overlap_hours: number) =>
      world.send(lab, replaceApiKey, { params: { id }, body: { overlap_hours, password_current: PASSWORD } });
    for (let replaced = 0; replaced < MOST_API_KEYS; replaced += 1) id = (await replace(168)).json().id;
    const refused = await replace(168);
    expect([refused.statusCode, refused.json().reason]).toEqual([409, 'too_many_keys']);
    expect((await replace(0)).statusCode).toBe(200);
    await world.sql('update api_keys set revoked_at = now() where owner_id = $1', [lab.user.id]);
  });
});

describe('Where and how long a key works', () => {
  test('a key works on the host of its site and on the main one, and in no query string', async () => {
    const ofMain = await newKey(world, admin, { scopes: ['people.read'] });
    expect(await statusOf(ofMain)).toBe(200);
    expect(await statusOf({ ...ofMain, host: 'north.localhost' })).toBe(401);
    const ofNorth = await newKey(world, admin, { scopes: ['people.read'], domain: 2 });
    for (const host of ['localhost', 'north.localhost']) {
      const users = await world.call({ ...ofNorth, host }, listUsers);
      expect(users.count).toBeGreaterThan(0);
      expect(users.results.filter(({ domain }) => domain.id !== 2)).toEqual([]);
    }
    for (const name of ['token', 'key', 'api_key', 'access_token', 'authorization']) {
      const answer = await world.raw({ url: `/api/admin/users/?${name}=${ofMain.token}` });
      expect(answer.statusCode, name).toBe(401);
    }
  });

  test('a key that is revoked between two calls is refused at the second', async () => {
    const key = await newKey(world, admin, { scopes: ['people.read'] });
    expect(await statusOf(key)).toBe(200);
    await world.call(admin, revokeApiKey, { params: { id: key.id } });
    expect(await world.refusalOf(key, listUsers)).toEqual({ status: 401, reason: 'not_signed_in' });
    expect(await world.refusalOf(admin, revokeApiKey, { params: { id: key.id } })).toEqual({
      status: 409,
      reason: 'key_ended',
    });
  });

  test('a replaced key works until the end of its overlap, and is replaced once', async () => {
    const replace = (id: number, overlap_hours: number) =>
      world.call(admin, replaceApiKey, { params: { id }, body: { overlap_hours, password_current: PASSWORD } });
    const old = await newKey(world, admin, { scopes: ['people.read'], domain: 2 });
    const { secret, id } = await replace(old.id, 24);
    const next = { ...old, id, token: secret };
    expect([await statusOf(old), await statusOf(next)]).toEqual([200, 200]);
    expect((await keysOf(admin)).find((key) => key.id === old.id)).toMatchObject({
      state: 'replaced',
      may: ['revoke'],
    });
    const again = { params: { id: old.id }, body: { overlap_hours: 0, password_current: PASSWORD } };
    expect(await world.refusalOf(admin, replaceApiKey, again)).toEqual({ status: 409, reason: 'key_ended' });
    await world.sql("update api_keys set dies_at = now() - interval '1 second' where id = $1", [old.id]);
    expect([await statusOf(old), await statusOf(next)]).toEqual([401, 200]);
    await replace(id, 0);
    expect(await statusOf(next)).toBe(401);
  });

  test('a key ends with its last day, with its owner’s right to the call and with the owner’s account', async () => {
    const key = await newKey(world, north, { scopes: ['people.read'] });
    expect(await statusOf(key)).toBe(200);
    const lastDay = 'update api_keys set created_at = $2, expires_on = $3 where id = $1';
    await world.sql(lastDay, [key.id, addDays(today(), -9), addDays(today(), -1)]);
    expect(await statusOf(key)).toBe(401);
    await world.sql(lastDay, [key.id, addDays(today(), -9), today()]);
    expect(await statusOf(key)).toBe(200);
    const setPlan = (plan: number) => world.sql('update users set plan_id = $2 where id = $1', [north.user.id, plan]);
    // A center has keys too, but does not list users; a sales rep has no keys.
    await setPlan(4);
    expect(await world.refusalOf(key, listUsers)).toEqual({ status: 403, reason: 'not_permitted' });
    await setPlan(3);
    expect(await statusOf(key)).toBe(401);
    await setPlan(7);
    expect(await statusOf(key)).toBe(200);
    const boss = await world.as('super');
    await world.call(boss, setUserInactive, { params: { id: north.user.id } });
    expect(await statusOf(key)).toBe(401);
    await world.call(boss, setUserActive, { params: { id: north.user.id } });
    expect(await statusOf(key)).toBe(200);
    north = await world.as('admin@north.test', 'north.localhost');
  });

  test('a key for a site that its owner does not see is refused', async () => {
    for (const [owner, site] of [
      [hc, 2],
      [north, 1],
    ] as const) {
      const key = await newKey(world, owner, { scopes: ['people.read'], host: 'localhost' });
      await world.sql('update api_keys set site_id = $2 where id = $1', [key.id, site]);
      expect(await statusOf(key)).toBe(401);
    }
  });
});

describe('Whose keys', () => {
  test('administrators see and revoke the keys of their sites, and never replace those of others', async () => {
    const key = await newKey(world, hc, { scopes: ['people.read'] });
    const ofSuper = await newKey(world, await world.as('super'), { scopes: ['people.read'] });
    const sees = async (caller: Caller, id: number) => (await keysOf(caller)).some((one) => one.id === id);
    expect([await sees(admin, key.id), await sees(hc, key.id), await sees(north, key.id)]).toEqual([true, true, false]);
    expect(await sees(admin, ofSuper.id)).toBe(false);
    expect((await keysOf(admin)).find(({ id }) => id === key.id)?.may).toEqual(['revoke']);
    const input = { params: { id: key.id }, body: { overlap_hours: 0, password_current: PASSWORD } };
    expect((await world.refusalOf(admin, replaceApiKey, input)).status).toBe(404);
    for (const caller of [north, await world.as('lab')]) {
      expect((await world.refusalOf(caller, revokeApiKey, { params: { id: key.id } })).status).toBe(404);
    }
    expect((await world.refusalOf(admin, revokeApiKey, { params: { id: ofSuper.id } })).status).toBe(404);
    await world.call(admin, revokeApiKey, { params: { id: key.id } });
    expect((await world.send(key, listPatientsOfCenter, { params: { id: hc.user.id } })).statusCode).toBe(401);
  });
});

describe('What a call leaves', () => {
  test('a call says how many are left, and too many are refused until the minute ends', async () => {
    const key = await newKey(world, admin, { scopes: ['people.read'] });
    const first = await world.send(key, listUsers);
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '600', 'ratelimit-remaining': '599' });
    expect(Number(first.headers['ratelimit-reset'])).toBeGreaterThan(50);
    await world.sql("update rate_limits set hits = 600 where bucket = 'api-key'");
    const refused = await world.send(key, listUsers);
    expect(refused.statusCode).toBe(429);
    expect(refused.json().reason).toBe('too_many_requests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['ratelimit-remaining']).toBe('0');
    const other = await newKey(world, admin, { scopes: ['people.read'] });
    expect(await statusOf(other)).toBe(200);
    expect((await world.send(admin, listUsers)).headers['ratelimit-limit']).toBeUndefined();
  });

  test('the audit row of a write names the key, its owner and no session', async () => {
    const lab = await world.as('lab');
    const key = await newKey(world, lab, { scopes: ['vials.write'] });
    const patient = await newPatient(world);
    await world.call(key, addVialEntry, { body: { type: 'added', date: today(), quantity: 1, user: patient } });
    const [row] = await world.sql(
      "select actor_id, session_id, facts from audit_log where facts ? 'api_key' order by at desc limit 1",
    );
    expect(row).toMatchObject({ actor_id: lab.user.id, session_id: null, facts: { api_key: key.id } });
  });

  test('calls are counted by day, with those that were refused and the network of the last', async () => {
    const key = await newKey(world, admin, { scopes: ['people.read'] });
    for (let calls = 0; calls < 3; calls += 1) await world.send(key, listUsers);
    await world.send(key, createApiKey, { body: body() });
    await world.app.services.keyUse.drain();
    const shown = async () => (await keysOf(admin)).find(({ id }) => id === key.id);
    expect(await shown()).toMatchObject({
      days: [{ day: today(), calls: 4, refused: 1 }],
      last_used_at: expect.any(String),
      last_network: expect.stringMatching(/\d/),
    });
    const before = await shown();
    await world.send(key, listUsers);
    await world.app.services.keyUse.drain();
    expect(await shown()).toMatchObject({ days: [{ calls: 5, refused: 1 }], last_used_at: before?.last_used_at });
  });

  test('the owner is told 14 and 3 days before the end, each once, and not about a key that was replaced', async () => {
    const key = await newKey(world, hc, { scopes: ['people.read'] });
    const replaced = await newKey(world, hc, { scopes: ['people.read'] });
    const again = { params: { id: replaced.id }, body: { overlap_hours: 1, password_current: PASSWORD } };
    await world.call(hc, replaceApiKey, again);
    await world.sql("update api_keys set created_at = now() - interval '60 days' where owner_id = $1", [hc.user.id]);
    const lettersAt = async (days: number) => {
      await world.sql('update api_keys set expires_on = current_date + $2::integer where id = any($1)', [
        [key.id, replaced.id],
        days,
      ]);
      const cause = { actorId: null, userId: null, sessionId: null, requestId: 'job' };
      await Promise.all(Array.from({ length: 4 }, () => warnOfExpiry(world.app.services, today(), cause)));
      return (await world.letters()).filter(
        ({ recipient, subject }) => recipient === 'hc@vialkeep.test' && subject.includes('API key'),
      ).length;
    };
    expect([
      await lettersAt(15),
      await lettersAt(14),
      await lettersAt(4),
      await lettersAt(3),
      await lettersAt(0),
    ]).toEqual([0, 1, 1, 2, 2]);
    const letter = (await world.letters()).find(({ subject }) => subject.includes('API key'));
    expect(letter).toMatchObject({ recipient: 'hc@vialkeep.test', text_body: expect.stringContaining('/connections') });
  });
});
