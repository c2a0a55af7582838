import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { glob, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { resetPassword } from '@vialkeep/contract/session.ts';
import { createWebhook } from '@vialkeep/contract/webhooks.ts';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { requireSameDataKey } from '../first-start.ts';
import { announceServer, withoutServers } from '../kernel/db/migrate.ts';
import { openLetter } from '../kernel/mail/outbox.ts';
import { type DataKey, dataKeyOf } from '../kernel/secrets/data-key.ts';
import { keysToRead } from '../kernel/secrets/person-keys.ts';
import { inDatabase } from '../testing/test-settings.ts';
import { anonymousCaller, newWorld, type World } from '../testing/world.ts';

const OLD = '5'.repeat(64);

let world: World;
let keys: string;
let secret: string;
beforeEach(async () => {
  await world?.close();
  world = await newWorld();
  keys = join(world.app.services.settings.dataDir, 'keys');
  await mkdir(keys, { recursive: true });
  await requireSameDataKey(world.app.services);
  const admin = await world.as('admin');
  const body = { url: 'https://receiver.example.org/', types: ['vials.added'], description: '' };
  ({ secret } = await world.call(admin, createWebhook, { body }));
  await world.call(admin, updateUser, { params: { id: admin.user.id }, body: { last_name: 'Sealed' } });
  await world.call(anonymousCaller, resetPassword, { body: { email: 'hc@vialkeep.test' } });
});
afterAll(() => world.close());

/** Runs the command as an operator does whose key is in the environment or, without it, in the file. */
const rotate = (env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [resolve(import.meta.dirname, 'rotate-data-key.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'test',
      DATABASE_URL: inDatabase(inject('ownerUrl'), world.name),
      DATABASE_RUNTIME_URL: inDatabase(inject('runtimeUrl'), world.name),
      DATA_DIR: world.app.services.settings.dataDir,
      ...env,
    },
  }).then(
    ({ stdout }) => ({ code: 0, says: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, says: error.stderr }),
  );

/** Reads what the demo network and the calls above have sealed. */
async function readAll(key: DataKey) {
  const [totp] = await world.sql<{ user_id: number; sealed: string }>('select user_id, sealed from totp_secrets');
  const [endpoint] = await world.sql<{ owner_id: number; secret: string }>(
    `select owner_id, secret from webhook_endpoints where url like '%receiver%'`,
  );
  const [letter] = await world.sql<Parameters<typeof openLetter>[1]>(
    `select message_id, text_body, html_body, sealed from letters where sealed and text_body <> ''`,
  );
  const people = await world.sql<{ user_id: number }>('select user_id from person_keys where wrapped is not null');
  if (!totp || !endpoint || !letter) throw new Error('Nothing was sealed.');
  const ids = people.map(({ user_id }) => user_id);
  const personKeys = await keysToRead(world.app.services.store.read('platform'), key, ids);
  return {
    app: key.unseal(totp.sealed, `authenticator app of ${totp.user_id}`),
    secret: key.unseal(endpoint.secret, `webhook secret of user ${endpoint.owner_id}`),
    letter: openLetter(key, letter).text_body,
    people: personKeys.size,
  };
}

test('all that the old key has sealed is read with the new key alone, and hashes stay the same', async () => {
  await writeFile(join(keys, 'data-key'), `${OLD}\n`);
  const { dataKey } = world.app.services;
  const before = await readAll(dataKey);
  expect([before.secret, before.people > 0]).toEqual([secret, true]);
  expect(await rotate()).toMatchObject({ code: 0, says: expect.stringMatching(/^\d+ values were sealed anew/) });
  const text = (await readFile(join(keys, 'data-key'), 'utf8')).trim();
  const next = dataKeyOf(text);
  expect(await readAll(next)).toEqual(before);
  await expect(readAll(dataKey)).rejects.toThrow('unable to authenticate');
  expect(next.hmac('AAAAA-AAAAA', 'recovery code 1')).toEqual(dataKey.hmac('AAAAA-AAAAA', 'recovery code 1'));
  await requireSameDataKey({ ...world.app.services, dataKey: next });
  await expect(requireSameDataKey(world.app.services)).rejects.toThrow('The data key is not the one');
  expect(await readdir(keys)).toEqual(['data-key', `data-key.${dataKey.print}`]);
  const halves = text.split(':');
  expect(halves.includes(OLD)).toBe(false);
});

test('a rotation that was killed after its commit is finished by the next one', async () => {
  await writeFile(join(keys, 'data-key'), `${OLD}\n`);
  await rotate();
  const text = await readFile(join(keys, 'data-key'), 'utf8');
  await writeFile(join(keys, 'data-key.next'), text);
  await writeFile(join(keys, 'data-key'), `${OLD}\n`);
  expect(await rotate()).toMatchObject({
    code: 0,
    says: expect.stringContaining('The server starts with the new key'),
  });
  expect(await readFile(join(keys, 'data-key'), 'utf8')).toBe(text);
});

test('a key of the environment is left to the operator, and the file with the next one is replaced by a second rotation', async () => {
  const says = (await rotate({ DATA_KEY: OLD })).says;
  expect(says).toContain('Set DATA_KEY of every server to the line in');
  const first = (await readFile(join(keys, 'data-key.next'), 'utf8')).trim();
  expect(await rotate({ DATA_KEY: first })).toMatchObject({ code: 0 });
  const second = (await readFile(join(keys, 'data-key.next'), 'utf8')).trim();
  expect(second).not.toBe(first);
  expect((await readAll(dataKeyOf(second))).secret).toBe(secret);
});

test('a running server, another key and a value that the key does not open refuse the rotation, and nothing changes', async () => {
  const sealed = () =>
    world.sql('select data_key_print, (select jsonb_agg(totp_secrets) from totp_secrets) from installation');
  const before = await sealed();
  await world.sql(`insert into job_workers values ('of a server', 4711)`);
  await world.sql('select pg_advisory_lock(4711)');
  expect(await rotate({ DATA_KEY: OLD })).toMatchObject({
    code: 1,
    says: expect.stringContaining('Stop every server'),
  });
  await world.sql('select pg_advisory_unlock(4711)');
  // A server that is starting has read its key, and its processes do not work for the queue yet.
  const leave = await announceServer(inDatabase(inject('ownerUrl'), world.name));
  expect(await rotate({ DATA_KEY: OLD })).toMatchObject({
    code: 1,
    says: expect.stringContaining('Stop every server'),
  });
  await leave();
  expect(await rotate({ DATA_KEY: 'a'.repeat(64) })).toMatchObject({
    code: 1,
    says: expect.stringContaining('is not the one that this database was sealed with'),
  });
  expect(await sealed()).toEqual(before);
  await world.sql(`update webhook_endpoints set secret = 'c2VhbGVkIGJ5IGFub3RoZXIga2V5IG9mIHRoZSBwYXN0'`);
  expect(await rotate({ DATA_KEY: OLD })).toMatchObject({
    code: 1,
    says: expect.stringMatching(/^The data key does not open the webhook secret of user \d+; nothing was changed\.$/m),
  });
  expect(await sealed()).toEqual(before);
});

test('a server that starts while the key is rotated waits until the rotation has ended', async () => {
  const url = inDatabase(inject('ownerUrl'), world.name);
  const order: string[] = [];
  const [start] =
    (await withoutServers(url, async () => {
      const starting = announceServer(url).then((leave) => {
        order.push('server');
        return leave;
      });
      await untilServerWaits();
      order.push('rotation');
      return [starting];
    })) ?? fail();
  await (await start)();
  expect(order).toEqual(['rotation', 'server']);
  expect(await withoutServers(url, async () => 'alone')).toBe('alone');
});

async function untilServerWaits(): Promise<void> {
  const waiting = async () => {
    // A transaction of this connection would see the sessions as they were at its first look.
    await world.sql('select pg_stat_clear_snapshot()');
    return world.sql(`select from pg_stat_activity
      where datname = current_database() and state = 'idle' and query like '%try_advisory_lock_shared%'`);
  };
  await expect.poll(waiting).toHaveLength(1);
}

function fail(): never {
  throw new Error('A server was found.');
}

test('every module that seals with the data key declares its columns for the rotation', async () => {
  const sealing: string[] = [];
  for await (const path of glob('server/**/*.ts')) {
    if (!/\.test\.ts$|^server\/(testing|demo)\//.test(path) && /dataKey\.seal\(/.test(readFileSync(path, 'utf8')))
      sealing.push(path);
  }
  expect(sealing.length).toBeGreaterThan(4);
  for (const path of sealing) expect(readFileSync(path, 'utf8'), path).toMatch(/: SealedColumns = /);
});
