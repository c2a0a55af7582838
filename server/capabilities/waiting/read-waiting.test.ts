import { listDocuments } from '@vialkeep/contract/documents.ts';
import { listLabels } from '@vialkeep/contract/labels.ts';
import { listTransactions } from '@vialkeep/contract/transactions.ts';
import { PENDING_DAYS, readWaiting } from '@vialkeep/contract/waiting.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

test('each number on an administrator’s tiles equals the number of rows in its list', async () => {
  await world.sql(`update documents set requested_at = now() - interval '8 days' where status = 'Pending'`);
  for (const admin of [await world.as('admin'), await world.as('admin@north.test', 'north.localhost')]) {
    const waiting = await world.call(admin, readWaiting);
    const labels = await world.call(admin, listLabels);
    expect(waiting.labels_without_file).toBe(labels.filter(({ pdf_file }) => pdf_file === '').length);
    expect(waiting.labels_not_told).toBe(
      labels.filter(({ pdf_file, notification_sent }) => pdf_file !== '' && !notification_sent).length,
    );
    const query = { pending_days: PENDING_DAYS, limit: 100 };
    const documents = await world.call(admin, listDocuments, { query });
    expect(waiting.documents_pending).toBe(documents.count);
    expect(documents.results.filter(({ status }) => status !== 'Pending')).toEqual([]);
    const unpaid = await world.call(admin, listTransactions, { query: { commission_paid: 'false' } });
    expect(waiting.commissions_unpaid).toBe(unpaid.count);
  }
  const main = await world.call(await world.as('admin'), readWaiting);
  expect(main.documents_pending).toBeGreaterThan(0);
  expect(main.commissions_unpaid).toBeGreaterThan(0);
});
