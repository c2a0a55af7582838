import { replaceStorageCard } from '@vialkeep/contract/storage.ts';
import {
  runStorageCharges,
  runStorageInvoices,
  runStorageMonth,
  settleStorageCharges,
} from '../../capabilities/storage-billing/storage-billing.jobs.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { cardTokenOf } from '../fakes/payments/sandbox-token.ts';
import type { Caller, World } from '../world.ts';

export const DECLINED_LATER = '4000000000000721';
const DAY_MS = 86_400_000;
const cause = actorlessContext('test');

/** A day some days from now, as YYYY-MM-DD. */
export function dayFromNow(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

export async function switchStorage(world: World, isOn: boolean, site = 1): Promise<void> {
  await world.sql(
    `insert into money_settings (domain_id, storage) values ($1, $2)
     on conflict (domain_id) do update set storage = $2`,
    [site, isOn],
  );
}

export async function addOffer(
  world: World,
  { site = 1, years = 1, cents = 18_000 }: { site?: number; years?: number; cents?: number } = {},
): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    'insert into storage_offers (domain_id, name, years, price_cents) values ($1, $2, $3, $4) returning id',
    [site, years === 1 ? 'Yearly storage' : `Storage for ${years} years`, years, cents],
  );
  return row?.id ?? 0;
}

type Enrolled = {
  readonly patientId: number;
  readonly offerId: number;
  readonly startsOn: string;
  readonly automatic?: boolean;
};

/** A plan that begins on any day, also one that is past. */
export async function addPlan(
  world: World,
  { patientId, offerId, startsOn, automatic = true }: Enrolled,
): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `insert into storage_enrolments (domain_id, patient_id, offer_id, automatic, starts_on)
     select domain_id, $1, id, $3, $4 from storage_offers where id = $2 returning id`,
    [patientId, offerId, automatic, startsOn],
  );
  return row?.id ?? 0;
}

/** Makes a card of this number the one on file. */
export async function replaceCard(world: World, patient: Caller, number = '4111111111111111'): Promise<void> {
  const card_token = await cardTokenOf(world, number);
  await world.call(patient, replaceStorageCard, { body: { card_token, full_name: 'Ana Whitfield' } });
}

/** Runs the jobs of every day and hour as on this day. */
export async function runBilling(world: World, day: string): Promise<void> {
  const { services } = world.app;
  await runStorageInvoices(services, day, cause);
  await runStorageCharges(services, day, cause);
}

/** The same, with the job of the month on its first day. The day must be past: nothing is earned in advance. */
export async function runDay(world: World, day: string): Promise<void> {
  const { services } = world.app;
  await runBilling(world, day);
  if (day.endsWith('-01')) await runStorageMonth(services, day, cause);
}

/** Posts the revenue of the month before, as on the first of this month. */
export async function runMonth(world: World): Promise<void> {
  await runStorageMonth(world.app.services, dayFromNow(0), cause);
}

/** Looks up open charges as if some minutes had passed since they were begun. */
export async function sweepCharges(world: World, day = dayFromNow(0)): Promise<void> {
  await world.sql("update storage_charges set begun_at = begun_at - interval '5 minutes' where settled_at is null");
  await settleStorageCharges(world.app.services, day, cause);
}

/** The letters about storage to a patient, in their order. */
export async function storageLetters(world: World, patientId: number): Promise<string[]> {
  const rows = await world.sql<{ kind: string }>(
    "select kind from letters where user_id = $1 and kind ~ '^(storage_|card_expiring)' order by id",
    [patientId],
  );
  return rows.map(({ kind }) => kind);
}

export type InvoiceBooks = {
  readonly state: string;
  /** Approved charges of the gateway for this invoice. */
  readonly gateway: number;
  readonly charges: number;
  readonly journal: number;
  readonly receipts: number;
};

/** What the gateway and the product say of an invoice. */
export async function invoiceBooks(world: World, invoiceId: number): Promise<InvoiceBooks> {
  const [row] = await world.sql<InvoiceBooks>(
    `select invoice.state,
       (select count(*)::int from sandbox_charges taken join storage_charges ours on ours.reference = taken.reference
         where ours.invoice_id = invoice.id and taken.state = 'approved') as gateway,
       (select count(*)::int from storage_charges where invoice_id = invoice.id and state = 'charged') as charges,
       (select count(*)::int from journal_entries where key = 'storage:' || invoice.id) as journal,
       (select count(*)::int from letters where kind = 'storage_receipt' and domain_id = invoice.domain_id
         and subject like '%S-' || lpad(invoice.number::text, 6, '0')) as receipts
     from storage_invoices invoice where id = $1`,
    [invoiceId],
  );
  if (!row) throw new Error(`There is no storage invoice ${invoiceId}.`);
  return row;
}

export const PAID_ONCE: InvoiceBooks = { state: 'paid', gateway: 1, charges: 1, journal: 1, receipts: 1 };
