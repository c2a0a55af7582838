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
