import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acceptInvitation, openInvitation, renewInvitation } from '@vialkeep/contract/identity.ts';
import { createPatient } from '@vialkeep/contract/patients.ts';
import { currentSession, login } from '@vialkeep/contract/session.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLetter } from '../../kernel/mail/outbox.ts';
import { openDataKey } from '../../kernel/secrets/data-key.ts';
import { PASSWORD } from '../../testing/people.ts';
import { KillableServer } from '../../testing/servers/killable-server.ts';
import { testSettings } from '../../testing/test-settings.ts';
import { newWorld, type World } from '../../testing/world.ts';

const INVITED = 'invited@faults.test';
const OWN = 'Chosen-by-the-person-2';

let world: World;
let folder: string;
const servers: KillableServer[] = [];
beforeEach(async () => {
  world = await newWorld();
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-killed-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill9();
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<KillableServer> {
  const server = await KillableServer.start(world.name, folder);
  servers.push(server);
  return server;
}

const waiting = (table: string) =>
  world.sql('select 1 from pg_locks where relation = $1::regclass and not granted', [table]);

/** Kills the server while it waits to write to this table; the database rolls its transaction back. */
async function killedAt(table: string, kill: (untilItWaits: () => Promise<void>) => Promise<void>): Promise<void> {
  await world.sql('begin');
  await world.sql(`lock table ${table} in share mode`);
  await kill(() =>
    vi.waitFor(async () => expect((await waiting(table)).length).toBeGreaterThan(0), { timeout: 60_000, interval: 50 }),
  );
  await world.sql('rollback');
  await vi.waitFor(async () => expect(await waiting(table)).toEqual([]), { timeout: 60_000, interval: 50 });
}

const state = async () =>
  (
    await world.sql(
      `select u.password_hash is not null as has_password, u.email_verified_at is not null as confirmed,
         (select count(*)::int from account_keys k where k.user_id = u.id and used_at is null and ended_at is null) as open,
         (select count(*)::int from account_keys k where k.user_id = u.id and used_at is not null) as used,
         (select count(*)::int from sessions s where s.user_id = u.id) as sessions,
         (select count(*)::int from letters l where l.user_id = u.id) as letters
       from users u where u.email = $1`,
      [INVITED],
    )
  )[0] ?? null;

/** Waits for this many emails and returns the key of the newest invitation. */
async function keyOf(letters: number): Promise<string> {
  type Stored = { message_id: string; text_body: string; html_body: string; sealed: boolean };
  const find = () => world.sql<Stored>('select * from letters where recipient = $1 order by id desc', [INVITED]);
  await vi.waitFor(
    async () => {
      // The jobs of a dead worker are released every minute; the test does not wait for that.
      await world.sql('select release_dead_workers()');
      expect(await find()).toHaveLength(letters);
    },
    { timeout: 100_000, interval: 100 },
  );
  const dataKey = await openDataKey(testSettings(folder));
  const [newest] = (await find()).map((letter) => openLetter(dataKey, letter));
  return /\/invitation\?key=([\w-]+)/.exec(newest?.text_body ?? '')?.[1] ?? '';
}

const invited = { has_password: false, confirmed: false, open: 1, used: 0, sessions: 0 };

test('a server killed between any two steps leaves each step of an invitation done completely or not at all', {
  timeout: 300_000,
}, async () => {
  const first = await start();
  const { token } = await first.call(login, { body: { email: 'admin@vialkeep.test', password: PASSWORD } });
  const patient = { token, body: { email: INVITED, first_name: 'Ines', last_name: 'Falk' } };
  await killedAt('letters', (untilItWaits) => first.callAndKill(createPatient, patient, untilItWaits));
  expect(await state()).toBeNull();
  expect(await world.sql('select 1 from letters where recipient = $1', [INVITED])).toEqual([]);

  const second = await start();
  await second.call(createPatient, patient);
  const key = await keyOf(1);
  expect(await state()).toEqual({ ...invited, letters: 1 });
  // The job is killed in the middle: it has created the new key and not yet queued its email.
  await killedAt('letters', async (untilItWaits) => {
    await second.call(renewInvitation, { body: { key } });
    await untilItWaits();
    await second.kill9();
  });
  expect(await state()).toEqual({ ...invited, letters: 1 });

  const third = await start();
  const newest = await keyOf(2);
  expect(await state()).toEqual({ ...invited, letters: 2 });
  await expect(third.call(openInvitation, { body: { key } })).rejects.toThrow('invitation_over');
  const accepted = { body: { key: newest, password: OWN } };
  await killedAt('sessions', (untilItWaits) => third.callAndKill(acceptInvitation, accepted, untilItWaits));
  expect(await state()).toEqual({ ...invited, letters: 2 });

  const fourth = await start();
  const opened = await fourth.call(acceptInvitation, accepted);
  await fourth.kill9();
  expect(await state()).toEqual({ has_password: true, confirmed: true, open: 0, used: 1, sessions: 1, letters: 2 });

  const fifth = await start();
  expect((await fifth.call(currentSession, { token: opened.token })).user.email).toBe(INVITED);
  await expect(fifth.call(acceptInvitation, accepted)).rejects.toThrow('invitation_over');
  await fifth.call(login, { body: { email: INVITED, password: OWN } });
});
