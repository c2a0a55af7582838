import { updateUser } from '@vialkeep/contract/profile.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';
import { verifyOrigins } from './verify-origins.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
  const hc = await world.as('hc');
  await world.call(hc, updateUser, { params: { id: hc.user.id }, body: { city: 'Dallas' } });
});
afterAll(() => world.close());

const verify = () => verifyOrigins(world.app.services.store.read('platform'));

/** Changes rows as a person with the database owner's password could, with the triggers disabled. */
async function tamper(statement: string): Promise<void> {
  await world.sql('alter table audit_log disable trigger all');
  await world.sql(statement);
  await world.sql('alter table audit_log enable trigger all');
}

const firstBreak = async () =>
  (await world.sql<{ first: number | null }>('select audit_first_break(1) as first'))[0]?.first ?? null;

test('verification finds no fault in the origins of rows written before and after the upgrade', async () => {
  const [rows] = await world.sql<{ old: number; new: number }>(
    `select count(*) filter (where not facts ? 'origin_hash')::int as old,
       count(*) filter (where facts ? 'origin_hash')::int as new from audit_log`,
  );
  expect([(rows?.old ?? 0) > 0, (rows?.new ?? 0) > 0]).toEqual([true, true]);
  expect(await verify()).toEqual([]);
  expect(await firstBreak()).toBeNull();
});

test.each([
  ['address', "address = overlay(address placing '9' from 1 for 1)"],
  ['device', "device = device || '!'"],
  ['salt', 'salt = set_byte(salt, 0, get_byte(salt, 0) # 1)'],
])('one changed byte in the %s of an origin is reported by the time of the origin', async (_field, change) => {
  const [origin] = await world.sql<{ at: Date; hash: Buffer; address: string; device: string; salt: Buffer }>(
    'select * from request_origins order by at desc limit 1',
  );
  await world.sql(`update request_origins set ${change} where hash = $1`, [origin?.hash]);
  expect(await verify()).toEqual([
    { about: `Origin of ${origin?.at.toISOString()}`, fault: 'address or device was changed' },
  ]);
  await world.sql('update request_origins set address = $2, device = $3, salt = $4 where hash = $1', [
    origin?.hash,
    origin?.address,
    origin?.device,
    origin?.salt,
  ]);
  expect(await verify()).toEqual([]);
});

test('verification reports an origin that was deleted too early by its audit entry, and does not miss an expired one', async () => {
  const [entry] = await world.sql<{ position: number; hash: string }>(
    `select position, facts ->> 'origin_hash' as hash from audit_log
     where domain_id = 1 and facts ? 'origin_hash' order by position limit 1`,
  );
  await world.sql("create table kept as select * from request_origins where encode(hash, 'hex') = $1", [entry?.hash]);
  await world.sql("delete from request_origins where encode(hash, 'hex') = $1", [entry?.hash]);
  expect(await verify()).toContainEqual({
    about: `Audit entry ${entry?.position} of site 1`,
    fault: 'its origin is missing',
  });
  await world.sql('insert into request_origins select * from kept');
  await world.sql('drop table kept');
  expect(await verify()).toEqual([]);
});

test('a deleted origin is no fault where an entry of its request has an erased person as its actor', async () => {
  const enter = (hash: string, actor: number | null) =>
    world.sql(
      `insert into audit_log (domain_id, actor_id, action, subject, subject_id, facts, request_id)
       values (1, $2, 'session.login', 'user', '1', jsonb_build_object('origin_hash', $1::text), 'request')`,
      [hash, actor],
    );
  const rep = await world.idOf('rep@vialkeep.test');
  await world.sql('update users set is_active = false, removed_at = now(), erased_at = now() where id = $1', [rep]);
  await enter('aa', null);
  await enter('aa', rep);
  expect(await verify()).toEqual([]);
  await enter('bb', null);
  expect(await verify()).toHaveLength(1);
});

test('verification reports one changed byte in a "before" value by the position of its audit entry', async () => {
  const [entry] = await world.sql<{ position: number }>(
    "select position from audit_log where domain_id = 1 and facts ? 'changes' order by position desc limit 1",
  );
  const path = "'{changes,city,before}'";
  const flipped = `to_jsonb(overlay(facts #>> ${path}
    placing case substr(facts #>> ${path}, 20, 1) when 'X' then 'Y' else 'X' end from 20 for 1))`;
  await tamper(`update audit_log set facts = jsonb_set(facts, ${path}, ${flipped})
    where domain_id = 1 and position = ${entry?.position}`);
  expect(await firstBreak()).toBe(entry?.position);
});
