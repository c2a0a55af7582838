import { resolveDifference } from '@vialkeep/contract/reconciliation.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differencesOf, runNow } from '../../testing/reconciliation/planted-charges.ts';
import {
  addOffer,
  addPlan,
  dayFromNow,
  replaceCard,
  runBilling,
  switchStorage,
} from '../../testing/storage/storage-world.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyRefunds } from '../refunds/index.ts';
import { verifyReconciliation } from './verify-reconciliation.ts';

let world: World;
let admin: Caller;
let chargeId: string;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  await runNow(world, admin);
  const patient = await world.as('patient');
  await switchStorage(world, true);
  const offerId = await addOffer(world);
  await addPlan(world, { patientId: patient.user.id, offerId, startsOn: dayFromNow(0) });
  await replaceCard(world, patient);
  await runBilling(world, dayFromNow(0));
  const [paid] = await world.sql<{ gateway_id: string }>(
    "select gateway_id from storage_charges where domain_id = 1 and state = 'charged' order by id desc limit 1",
  );
  chargeId = paid?.gateway_id ?? '';
});
afterAll(() => world.close());

test('a storage payment is in the books, and its settled batch is posted', async () => {
  expect(chargeId).not.toBe('');
  expect(await runNow(world, admin)).toMatchObject({ state: 'done', differences: 0 });
  await world.sql("update sandbox_charges set settled_at = now() - interval '1 day' where id::text = $1", [chargeId]);
  expect(await runNow(world, admin)).toMatchObject({ state: 'done', differences: 0 });
  const records = await world.sql('select domain_id, state, cents::int from gateway_records where gateway_id = $1', [
    chargeId,
  ]);
  expect(records).toEqual([{ domain_id: 1, state: 'settled', cents: 18_000 }]);
  expect(await verifyReconciliation(world.app.services.store.readSlowly('platform'))).toEqual([]);
});

test('a storage payment that differs by a cent is a difference of the site', async () => {
  await world.sql('update sandbox_charges set amount_cents = 18001 where id::text = $1', [chargeId]);
  await runNow(world, admin);
  expect(await differencesOf(world, admin)).toMatchObject([
    { kind: 'amount_differs', site: 'Vialkeep', transaction_id: null, ours: 180, theirs: 180.01 },
  ]);
});

test('a chargeback of a storage payment is recorded: what is unearned is not recognised any more', async () => {
  const other = await world.as('patient3');
  const offerId = await addOffer(world);
  await addPlan(world, { patientId: other.user.id, offerId, startsOn: dayFromNow(0) });
  await replaceCard(world, other, '4000000000000739');
  await runBilling(world, dayFromNow(0));
  const [paid] = await world.sql<{ gateway_id: string; invoice_id: number }>(
    "select gateway_id, invoice_id from storage_charges where state = 'charged' order by id desc limit 1",
  );
  // Thirty dollars of the hundred and eighty are earned.
  await world.sql('update storage_invoices set recognised_cents = 3000 where id = $1', [paid?.invoice_id]);
  await world.sql("update sandbox_charges set settled_at = now() - interval '1 day' where id::text = $1", [
    paid?.gateway_id,
  ]);
  await runNow(world, admin);
  const item = (await differencesOf(world, admin)).find(({ kind }) => kind === 'chargeback');
  expect(item).toMatchObject({ transaction_id: null, theirs: 180, may: ['chargeback', 'write_off', 'explained'] });
  const input = { params: { id: item?.id }, body: { how: 'chargeback', note: 'The bank took it back.' } };
  const answers = await Promise.all(Array.from({ length: 5 }, () => world.send(admin, resolveDifference, input)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
  const [refund] = await world.sql<{ id: number }>(
    'select id, way, state, cents, unearned_cents, transaction_id from refunds where invoice_id = $1',
    [paid?.invoice_id],
  );
  expect(refund).toMatchObject({
    way: 'chargeback',
    state: 'done',
    cents: 18_000,
    unearned_cents: 15_000,
    transaction_id: null,
  });
  const lines = await world.sql(
    `select account, cents::int from journal_lines join journal_entries entry on entry.id = entry_id
     where entry.key = 'chargeback:' || $1 order by n`,
    [refund?.id],
  );
  expect(lines).toEqual([
    { account: 2100, cents: 15_000 },
    { account: 4920, cents: 3_000 },
    { account: 1010, cents: -18_000 },
  ]);
  await runNow(world, admin);
  expect((await differencesOf(world, admin)).filter(({ kind }) => kind === 'chargeback')).toEqual([]);
  expect(await verifyRefunds(world.app.services.store.readSlowly('platform'))).toEqual([]);
  expect(await verifyReconciliation(world.app.services.store.readSlowly('platform'))).toEqual([]);
});
