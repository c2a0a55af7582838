import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { login } from '@vialkeep/contract/session.ts';
import { payStorageInvoice, readOwnStorage } from '@vialkeep/contract/storage.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PASSWORD } from '../../testing/people.ts';
import { KillableServer } from '../../testing/servers/killable-server.ts';
import {
  addOffer,
  addPlan,
  dayFromNow,
  invoiceBooks,
  PAID_ONCE,
  replaceCard,
  runBilling,
  storageLetters,
  sweepCharges,
  switchStorage,
} from '../../testing/storage/storage-world.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { verifyStorage } from './verify-storage.ts';

let world: World;
let folder: string;
let offerId: number;
beforeAll(async () => {
  world = await newWorld();
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-killed-'));
  await switchStorage(world, true);
  offerId = await addOffer(world);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** A patient with a card on file, whose invoice is due today. */
async function duePatient(email: string): Promise<{ id: number; invoice: number }> {
  const patient = await world.as(email);
  await addPlan(world, { patientId: patient.user.id, offerId, startsOn: dayFromNow(0) });
  await replaceCard(world, patient);
  await runBilling(world, dayFromNow(-1));
  const [invoice] = (await world.call(patient, readOwnStorage)).invoices;
  return { id: patient.user.id, invoice: invoice?.id ?? 0 };
}

/** Kills a server while it waits for this table, and lets the others go on. */
async function killAt(table: string, start: (server: KillableServer) => Promise<unknown>): Promise<void> {
  const server = await KillableServer.start(world.name, folder);
  await world.sql('begin');
  await world.sql(`lock table ${table} in share mode`);
  const working = start(server).catch(() => undefined);
  const waiting = () => world.sql('select 1 from pg_locks where relation = $1::regclass and not granted', [table]);
  await vi.waitFor(async () => expect((await waiting()).length).toBeGreaterThan(0), { timeout: 60_000, interval: 50 });
  await server.kill9();
  // The statement that waits would otherwise be carried out before the database notices that its client is gone.
  await world.sql(
    'select pg_terminate_backend(pid) from pg_locks where relation = $1::regclass and not granted and pid <> pg_backend_pid()',
    [table],
  );
  await world.sql('rollback');
  await working;
  // The connections of a killed process end when the database notices.
  const open = () =>
    world.sql("select 1 from pg_stat_activity where state like 'idle in transaction%' and datname = $1", [world.name]);
  await vi.waitFor(async () => expect(await open()).toEqual([]), { timeout: 60_000, interval: 50 });
}

const steps = [
  ['before the intent is committed', 'storage_charges', 'patient2'],
  ['after the intent, before the gateway has charged', 'sandbox_charges', 'patient3'],
  ['after the gateway has charged, before the payment is written', 'journal_entries', 'patient4'],
  ['while the receipt is written', 'letters', 'patient5'],
] as const;

test.each(steps)(
  'a server killed while the patient pays, %s, has the invoice charged once',
  async (_when, table, email) => {
    const { id, invoice } = await duePatient(email);
    await killAt(table, async (server) => {
      const { token } = await server.call(login, { body: { email: `${email}@vialkeep.test`, password: PASSWORD } });
      await server.call(payStorageInvoice, { token, body: { invoice_id: invoice, saved: true } });
    });
    await sweepCharges(world);
    await sweepCharges(world);
    await runBilling(world, dayFromNow(0));
    expect(await invoiceBooks(world, invoice)).toEqual(PAID_ONCE);
    expect(await storageLetters(world, id)).toEqual(['storage_notice', 'storage_receipt']);
    expect(await verifyStorage(world.app.services.store.read('platform'))).toEqual([]);
  },
);

/** On a connection of its own, because the lock is held by a transaction. */
function queueJob(name: 'storage-charges' | 'storage-invoices'): Promise<unknown> {
  return world.app.services.store.unaudited('a test queues a job', (db) =>
    sql`select enqueue(${name}, '{}'::json, null)`.execute(db),
  );
}

const jobSteps = [
  ['before the intent is committed', 'storage_charges', 'patient9'],
  ['after the intent, before the gateway has charged', 'sandbox_charges', 'patient7'],
  ['after the gateway has charged, before the payment is written', 'journal_entries', 'patient8'],
  ['while the receipt is written', 'letters', 'patient10'],
] as const;

test.each(jobSteps)(
  'a server killed in the automatic charge, %s, has the invoice charged once',
  async (_when, table, email) => {
    const { id, invoice } = await duePatient(email);
    await killAt(table, () => queueJob('storage-charges'));
    await sweepCharges(world);
    await sweepCharges(world);
    await runBilling(world, dayFromNow(0));
    await runBilling(world, dayFromNow(0));
    expect(await invoiceBooks(world, invoice)).toEqual(PAID_ONCE);
    expect(await storageLetters(world, id)).toEqual(['storage_notice', 'storage_receipt']);
    expect(await verifyStorage(world.app.services.store.read('platform'))).toEqual([]);
  },
);

test('a server killed while an invoice and its notice are written leaves one invoice and one notice', async () => {
  const patient = await world.as('patient11');
  await addPlan(world, { patientId: patient.user.id, offerId, startsOn: dayFromNow(20) });
  await killAt('letters', () => queueJob('storage-invoices'));
  for (let again = 0; again < 2; again += 1) await runBilling(world, dayFromNow(0));
  const { invoices } = await world.call(patient, readOwnStorage);
  expect(invoices).toHaveLength(1);
  expect(await storageLetters(world, patient.user.id)).toEqual(['storage_notice']);
  expect(await verifyStorage(world.app.services.store.read('platform'))).toEqual([]);
});
