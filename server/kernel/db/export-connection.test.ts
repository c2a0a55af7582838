import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openExportConnection } from './export-connection.ts';

/** Stands for the hour after which PostgreSQL ends an idle transaction. */
const LONGEST_MS = 300;

let pool: pg.Pool;
beforeAll(() => {
  pool = new pg.Pool({ connectionString: inject('ownerUrl') }).on('connect', (client) => client.on('error', () => {}));
});
afterAll(() => pool.end());

test('a lock outlasts the limit of an idle transaction only where the connection stays open', async () => {
  const [short, long, other] = await Promise.all(
    [1, 2, 3].map(async () => openExportConnection(await pool.connect(), LONGEST_MS)),
  );
  if (!short || !long || !other) throw new Error('A connection is missing.');
  other.stayOpen();
  long.stayOpen();
  expect([await short.tryLock(7, 1), await long.tryLock(7, 2)]).toEqual([true, true]);
  await sleep(3 * LONGEST_MS);
  expect([await other.tryLock(7, 1), await other.tryLock(7, 2)]).toEqual([true, false]);
  for (const connection of [short, long, other]) connection.close();
});
