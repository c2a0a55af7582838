import { createApiKey, replaceApiKey } from '@vialkeep/contract/api-keys.ts';
import { listUsers } from '@vialkeep/contract/users.ts';
import { addVialEntry } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesOfDatabase, endOfLog } from '../../testing/bytes-of-database.ts';
import { newPatient } from '../../testing/new-patient.ts';
import { PASSWORD } from '../../testing/people.ts';
import { startLoggingServer } from '../../testing/servers/logging-server.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { today } from './days.ts';

let world: World;
let server: Awaited<ReturnType<typeof startLoggingServer>>;
beforeAll(async () => {
  world = await newWorld();
  server = await startLoggingServer(world);
});
afterAll(async () => {
  await server.stop();
  await world.close();
});

test('no log, email, table, audit row or database file contains an API key after it was made, used and replaced', async () => {
  const since = await endOfLog(world);
  const admin = await world.as('admin');
  const patient = await newPatient(world);
  const scopes = ['people.read', 'vials.write'];
  const made = await send(admin.token, createApiKey.path, { name: 'Canary key', scopes, password_current: PASSWORD });
  const { id, secret } = (await made.json()) as { id: number; secret: string };
  const used = await send(secret, addVialEntry.path, { type: 'added', date: today(), quantity: 1, user: patient });
  const inQuery = await fetch(`${server.address}${listUsers.path}?token=${secret}`);
  const path = replaceApiKey.path.replace(':id', String(id));
  const replaced = await send(admin.token, path, { overlap_hours: 0, password_current: PASSWORD });
  const next = ((await replaced.json()) as { secret: string }).secret;
  const refused = await send(secret, addVialEntry.path, { type: 'added', date: today(), quantity: 1, user: patient });
  expect([made.status, used.status, inQuery.status, replaced.status, refused.status]).toEqual([
    200, 200, 401, 200, 401,
  ]);
  await world.letters();
  const log = await server.end();

  const { log: writeAhead, tables } = await bytesOfDatabase(world, since);
  // Proves that the search works: it finds the name of the key.
  for (const bytes of [writeAhead, tables]) expect(bytes.includes('Canary key')).toBe(true);
  expect(log).toContain(createApiKey.path);
  for (const [place, content] of Object.entries({ log, writeAhead, tables })) {
    // The part after the prefix is the secret.
    for (const key of [secret, next]) expect(content.includes(key.slice(12)), place).toBe(false);
  }
});

function send(token: string | null, path: string, body: object): Promise<Response> {
  return fetch(`${server.address}${path}`, {
    method: 'POST',
    headers: { authorization: `token ${token}`, 'content-type': 'application/json', 'idempotency-key': 'canary' },
    body: JSON.stringify(body),
  });
}
