import { createWebhook, replaceWebhookSecret, testWebhook } from '@vialkeep/contract/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesOfDatabase, endOfLog } from '../../testing/bytes-of-database.ts';
import { startLoggingServer } from '../../testing/servers/logging-server.ts';
import { newWorld, type World } from '../../testing/world.ts';

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

test('no log, table or database file contains a webhook secret after it was made, used and replaced', async () => {
  const since = await endOfLog(world);
  const { token } = await world.as('admin');
  const post = async (path: string, body: object = {}) => {
    const response = await fetch(`${server.address}${path}`, {
      method: 'POST',
      headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as { id: number; secret: string };
  };
  const url = 'https://canary.example.invalid/';
  const { id, secret } = await post(createWebhook.path, { url, types: ['vials.added'], description: 'Canary' });
  await post(testWebhook.path.replace(':id', String(id)));
  await world.letters();
  await expect.poll(() => world.sql('select from webhook_attempts')).toHaveLength(1);
  const { secret: next } = await post(replaceWebhookSecret.path.replace(':id', String(id)));
  const log = await server.end();

  const { log: writeAhead, tables } = await bytesOfDatabase(world, since);
  // Proves that the search works: it finds the address.
  for (const bytes of [writeAhead, tables]) expect(bytes.includes('canary.example.invalid')).toBe(true);
  expect(log).toContain(createWebhook.path);
  for (const [place, content] of Object.entries({ log, writeAhead, tables })) {
    for (const one of [secret, next]) expect(content.includes(one.slice('whsec_'.length)), place).toBe(false);
  }
});
