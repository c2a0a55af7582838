import { listCommissionLines } from '@vialkeep/contract/commissions.ts';
import { listDocuments } from '@vialkeep/contract/documents.ts';
import { listLabels } from '@vialkeep/contract/labels.ts';
import { listPayoutRuns } from '@vialkeep/contract/payouts.ts';
import { listDifferences } from '@vialkeep/contract/reconciliation.ts';
import { listRefunds } from '@vialkeep/contract/refunds.ts';
import { askToEndStorage } from '@vialkeep/contract/storage.ts';
import { listStorageEnrolments } from '@vialkeep/contract/storage-plans.ts';
import { listTransactions } from '@vialkeep/contract/transactions.ts';
import { PENDING_DAYS, readWaiting } from '@vialkeep/contract/waiting.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plantOrphan, runNow } from '../../testing/reconciliation/planted-charges.ts';
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

test('the tiles of money equal their lists, and a site’s administrator sees those of the site only', async () => {
  const admin = await world.as('admin');
  const north = await world.as('admin@north.test', 'north.localhost');
  await world.call(await world.as('patient@north.test', 'north.localhost'), askToEndStorage, {
    body: { note: 'I move.' },
  });
  await plantOrphan(world, { reference: '' });
  await runNow(world, admin);
  for (const who of [admin, north]) {
    const waiting = await world.call(who, readWaiting);
    const runs = await world.call(who, listPayoutRuns, { query: { state: 'draft' } });
    expect(waiting.payout_runs_to_approve).toBe(runs.count);
    const differences = await world.call(who, listDifferences, { query: { state: 'open' } });
    expect(waiting.differences).toBe(differences.count);
    const plans = await world.call(who, listStorageEnrolments, { query: { decision: 'waiting' } });
    expect(waiting.storage_decisions).toBe(plans.count);
    const refunds = await world.call(who, listRefunds, { query: { state: 'requested' } });
    expect(waiting.refunds_to_approve).toBe(refunds.count);
    const questions = await world.call(who, listCommissionLines, { query: { dispute: 'open' } });
    expect(waiting.disputes_open).toBe(questions.count);
  }
  // The demo network has a draft run and a question on the main site, and storage plans on the second.
  expect(await world.call(admin, readWaiting)).toMatchObject({
    payout_runs_to_approve: 1,
    disputes_open: 1,
    differences: 1,
    storage_decisions: 1,
  });
  expect(await world.call(north, readWaiting)).toMatchObject({
    payout_runs_to_approve: 0,
    disputes_open: 0,
    differences: 0,
    storage_decisions: 1,
  });
});
