import { sql } from 'kysely';
import type { AuditContext } from '../../kernel/db/db.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { describeError } from '../../kernel/log.ts';
import type { Services } from '../../kernel/services.ts';
import { type ChargedInvoice, chargeAutomatically, lookUpStorageCharge } from './billing/charge-automatically.ts';
import { getCharge } from './billing/charges.queries.ts';
import { recogniseRevenue } from './billing/recognise-revenue.ts';
import { runEach } from './billing/run-each.ts';
import { takeBillingStep } from './billing/take-step.ts';
import { warnOfExpiry } from './billing/warn-of-expiry.ts';
import { today } from './days.ts';

/** A plan can be late by several steps, for example after the server was off. */
const MOST_STEPS = 6;

/** Takes every step that the calendar asks for on this day: invoices, reminders, grace and its end. */
export async function runStorageInvoices(services: Services, day: string, cause: AuditContext): Promise<void> {
  const { rows } = await sql<{ id: number; domain_id: number }>`
    select plan.id, plan.domain_id from storage_enrolments plan
      join money_settings on money_settings.domain_id = plan.domain_id and storage
    where plan.state in ('active', 'past_due', 'grace') and plan.end_asked_at is null
    order by plan.id`.execute(services.store.readSlowly('platform'));
  for (const plan of rows) {
    await logFailure(services, { plan: plan.id }, async () => {
      for (let steps = 0; steps < MOST_STEPS; steps += 1) {
        if ((await takeBillingStep(services, plan, day, cause)) === null) return;
      }
    });
  }
}

/** Charges the card on file for every invoice that is due, each once. */
export async function runStorageCharges(services: Services, day: string, cause: AuditContext): Promise<void> {
  const { rows } = await sql<ChargedInvoice>`
    select invoice.id, invoice.enrolment_id, invoice.domain_id from storage_invoices invoice
      join storage_enrolments plan on plan.id = invoice.enrolment_id
      join money_settings on money_settings.domain_id = plan.domain_id and storage
    where invoice.state = 'open' and invoice.next_try_on <= ${day}::date and plan.automatic
      and plan.state in ('active', 'past_due') and plan.end_asked_at is null
    order by invoice.id`.execute(services.store.readSlowly('platform'));
  for (const invoice of rows) {
    await logFailure(services, { invoice: invoice.id }, () =>
      chargeAutomatically(services, invoice, { today: day, cause }),
    );
  }
}

const AT_ONCE = 200;

/** Looks up charges whose answer was lost, and those that the gateway reviews. */
export async function settleStorageCharges(services: Services, day: string, cause: AuditContext): Promise<void> {
  const db = services.store.read('platform');
  const open = await db
    .selectFrom('storage_charges')
    .select('id')
    .where('state', 'in', ['begun', 'held'])
    .where('gateway', '=', services.payments.name)
    .where('begun_at', '<', sql<Date>`now() - interval '5 seconds'`)
    // Lost answers come before charges that the gateway reviews.
    .orderBy('state')
    .orderBy('begun_at')
    .limit(AT_ONCE)
    .execute();
  for (const { id } of open) {
    await logFailure(services, { charge: id }, async () =>
      lookUpStorageCharge(services, await getCharge(db, id), { requestId: cause.requestId, today: day }),
    );
  }
}

/** What happens on the first of a month. */
export async function runStorageMonth(services: Services, day: string, cause: AuditContext): Promise<void> {
  await runEach([recogniseRevenue, warnOfExpiry], (task) => task(services, day, cause));
}

/** One plan must not keep the others waiting. */
async function logFailure(services: Services, about: object, task: () => Promise<unknown>): Promise<void> {
  try {
    await task();
  } catch (error) {
    services.log.warn({ ...about, error: describeError(error) }, 'a storage plan could not be billed yet');
  }
}

export const storageBillingJobs: readonly Job[] = [
  {
    name: 'storage-invoices',
    at: '20 0 * * *',
    run: (_payload, services, cause) => runStorageInvoices(services, today(), cause),
  },
  {
    name: 'storage-charges',
    at: '40 * * * *',
    run: (_payload, services, cause) => runStorageCharges(services, today(), cause),
  },
  {
    name: 'settle-storage-charges',
    at: '* * * * *',
    run: (_payload, services, cause) => settleStorageCharges(services, today(), cause),
  },
  {
    name: 'storage-month',
    at: '50 0 1 * *',
    // A server that was off on the first of the month posts it when it starts.
    atStart: true,
    run: (_payload, services, cause) => runStorageMonth(services, today(), cause),
  },
];
