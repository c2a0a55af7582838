import { checkAgreement, currentSession } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteExpiredChallenges } from '../../capabilities/factors/index.ts';
import { deleteForgottenDevices } from '../../capabilities/session/index.ts';
import { queryAs } from '../../testing/query-as.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { actorlessContext } from '../session/actor.ts';
import { purgeExpiredJob } from './purge-expired.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const tidyUp = () =>
  purgeExpiredJob([deleteForgottenDevices, deleteExpiredChallenges]).run(
    {},
    world.app.services,
    actorlessContext('test'),
  );
const count = async (table: string) =>
  (await world.sql<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n;

test('sessions that ended long ago are deleted with those derived from them; open ones and evidence stay', async () => {
  const running = await world.as('lab');
  const ended = await world.as('hc');
  const acting = await world.actingAs(await world.as('admin'), 'rhc@vialkeep.test');
  const agreed = await world.as('new-hc');
  await world.sql(
    `insert into agreement_acceptances (domain_id, user_id, session_id, text_version, text_sha256, written_time, address)
     select domain_id, user_id, id, '1', 'x', 'x', 'x' from sessions where user_id = $1`,
    [agreed.user.id],
  );
  await world.sql(
    `update sessions set created_at = now() - interval '1 year', expires_at = now() - interval '200 days',
       ended_at = now() - interval '200 days', ended_why = 'test' where user_id <> $1`,
    [running.user.id],
  );
  await world.sql("update login_as_codes set expires_at = now() - interval '2 days'");
  await tidyUp();
  await tidyUp();
  const left = await world.sql<{ user_id: number }>('select user_id from sessions order by user_id');
  expect(left.map(({ user_id }) => user_id)).toEqual([running.user.id, agreed.user.id].toSorted((a, b) => a - b));
  expect((await world.send(running, currentSession)).statusCode).toBe(200);
  expect((await world.send(ended, currentSession)).statusCode).toBe(401);
  expect((await world.send(acting, checkAgreement, { params: { userId: 1 } })).statusCode).toBe(401);
});

test('expired counters and secrets are deleted, and current ones stay', async () => {
  const id = await world.idOf('hc@vialkeep.test');
  const secret = `insert into one_time_passwords (domain_id, user_id, password_hash, expires_at)
    values (1, $1, sha256('x'), now() + $2::interval)`;
  await world.sql(secret, [id, '-31 days']);
  await world.sql(secret, [id, '1 hour']);
  const counter = `insert into rate_limits (bucket, subject_hash, window_start, hits) values ('t', sha256($1), now() + $2::interval, 1)`;
  await world.sql('delete from rate_limits');
  await world.sql(counter, ['old', '-3 days']);
  await world.sql(counter, ['new', '0']);
  const challenge = `insert into login_challenges (hash, domain_id, site_id, purpose, expires_at)
    values (sha256($1), 1, 1, 'passkey_login', now() + $2::interval)`;
  await world.sql('delete from login_challenges');
  await world.sql(challenge, ['old', '-2 days']);
  await world.sql(challenge, ['new', '1 minute']);
  await tidyUp();
  expect(await count('login_challenges')).toBe(1);
  expect(await count('one_time_passwords')).toBe(1);
  expect(await count('rate_limits')).toBe(1);
});

test('the role that serves requests of one site cannot purge', async () => {
  const { store } = world.app.services;
  const scope = (await world.as('admin@north.test')).user.domain.id;
  await expect(queryAs(store, scope, 'select tidy_up()', [])).rejects.toMatchObject({ code: '42501' });
});

test('a browser that has not logged in for 180 days is deleted, and a younger one stays', async () => {
  await world.sql('delete from known_devices');
  const { user } = await world.as('lab');
  await world.as('hc');
  await world.sql("update known_devices set last_seen_at = now() - interval '181 days' where user_id <> $1", [user.id]);
  await tidyUp();
  expect(await world.sql('select user_id from known_devices')).toEqual([{ user_id: user.id }]);
});
