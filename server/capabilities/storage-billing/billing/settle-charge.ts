import { storageInvoiceNumber } from '@vialkeep/contract/storage.ts';
import type { Updateable } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import type { DB as Tables } from '../../../kernel/db/tables.generated.ts';
import type { Services } from '../../../kernel/services.ts';
import {
  buildChargeColumns,
  type CapturedCharge,
  capturedCharge,
  getDeclineMessage,
  isOpen,
  isUncharged,
  type Settlement,
  stateBy,
  voidOrphan,
} from '../../charging/index.ts';
import { postEntry } from '../../journal/index.ts';
import { readSiteMoneySettings } from '../../money-settings/index.ts';
import { type InvoiceRow, lockInvoice, lockPlan, type PlanRow } from '../storage.queries.ts';
import { getCharge, lockCharge, type StorageCharge } from './charges.queries.ts';
import { nextTry } from './next-step.ts';
import { failedLetter, queueStorageEmail, receiptLetter } from './storage-emails.ts';
import { changePlan } from './take-step.ts';

type When = { readonly requestId: string; readonly today: string };

/**
 * Settles a charge by the gateway's answer, once: under the row locks, a second call finds it settled. What follows from
 * it is written in the same transaction.
 */
export async function settleStorageCharge(
  services: Services,
  charge: StorageCharge,
  settlement: Settlement,
  { requestId, today }: When,
): Promise<StorageCharge> {
  const cause = { actorId: charge.by_id, userId: charge.by_id, sessionId: null, requestId };
  const { enrolment_id: planId } = await services.store
    .read(charge.domain_id)
    .selectFrom('storage_invoices')
    .select('enrolment_id')
    .where('id', '=', charge.invoice_id)
    .executeTakeFirstOrThrow();
  await services.store.write(charge.domain_id, cause, async (work) => {
    const plan = await lockPlan(work, planId);
    const invoice = await lockInvoice(work, charge.invoice_id);
    const locked = await lockCharge(work, charge.id);
    if (!isOpen(locked)) return handleLateSettlement(work, locked, settlement);
    return settle(work, services, { plan, invoice, charge: locked, settlement, today });
  });
  return getCharge(services.store.read(charge.domain_id), charge.id);
}

type Settling = {
  readonly plan: PlanRow;
  readonly invoice: InvoiceRow;
  readonly charge: StorageCharge;
  readonly settlement: Settlement;
  readonly today: string;
};

async function settle(work: Work, services: Services, settling: Settling): Promise<void> {
  const { plan, charge, settlement } = settling;
  const state = stateBy(settlement);
  const captured = capturedCharge(settlement);
  await changeCharge(work, charge, {
    state,
    ...buildChargeColumns(captured),
    message: getDeclineMessage(settlement),
    ...(state === 'held' ? {} : { settled_at: new Date() }),
  });
  let journal: string | null = null;
  if (state === 'charged' && captured) journal = await recordPayment(work, services, settling, captured);
  const isUnsent = isUncharged(settlement) && charge.state === 'begun';
  if (isUnsent && charge.by_id === null) await tryAgain(work, settling);
  if (state === 'declined' || (state === 'given_up' && !isUnsent)) {
    await tellFailure(work, services, settling, getDeclineMessage(settlement) || CANCELLED);
  }
  await audit(work, {
    domainId: charge.domain_id,
    action: 'storage.settle_charge',
    subject: 'storage_invoice',
    subjectId: charge.invoice_id,
    facts: { charge: charge.id, person: plan.patient_id, state, ...(journal === null ? {} : { journal }) },
  });
}

/** The invoice is paid, and the plan with it; returns the digest of the journal's entry. */
async function recordPayment(
  work: Work,
  services: Services,
  { plan, invoice, today }: Settling,
  captured: CapturedCharge,
): Promise<string> {
  const { id, domain_id: domainId, cents } = invoice;
  await work.db
    .updateTable('storage_invoices')
    .set({ state: 'paid', paid_on: today, next_try_on: null })
    .where('id', '=', id)
    .execute();
  await changePlan(work, plan, {
    paid_through: invoice.to_day,
    state: 'active',
    grace_until: null,
    grace_reminded: false,
  });
  const digest = await postEntry(work, {
    domainId,
    kind: 'storage',
    key: `storage:${id}`,
    memo: `Storage invoice ${storageInvoiceNumber(invoice.number)}`,
    lines: [
      { account: 1000, cents },
      { account: 2100, cents: -cents },
    ],
  });
  const site = await services.domains.ofId(domainId);
  await queueStorageEmail(work, site, plan, receiptLetter(invoice, plan, captured));
  return digest;
}

const CANCELLED = 'The card payment provider cancelled the charge.';

/** The patient who pays in person reads the refusal on the screen, unless the charge was held and refused later. */
async function tellFailure(work: Work, services: Services, settling: Settling, why: string): Promise<void> {
  const { plan, invoice, charge, today } = settling;
  if (invoice.state !== 'open') return;
  if (charge.by_id === null) {
    const { dunning_days } = await readSiteMoneySettings(work.db, plan.domain_id);
    // A charge that was held may be refused days after the try that the intent has set.
    const next = nextTry(invoice.due_on, dunning_days, today);
    await work.db.updateTable('storage_invoices').set({ next_try_on: next }).where('id', '=', invoice.id).execute();
    await recordDecline(work, services, { plan, invoice: { ...invoice, next_try_on: next } }, why);
  } else if (charge.state === 'held') {
    const site = await services.domains.ofId(plan.domain_id);
    await queueStorageEmail(work, site, plan, failedLetter(invoice, plan, why, null));
  }
}

/** The card on file was not charged; `next_try_on` of the invoice is the next try. */
export async function recordDecline(
  work: Work,
  services: Pick<Services, 'domains'>,
  { plan, invoice }: Pick<Settling, 'plan' | 'invoice'>,
  why: string,
): Promise<void> {
  if (plan.state === 'active') await changePlan(work, plan, { state: 'past_due' });
  const site = await services.domains.ofId(plan.domain_id);
  await queueStorageEmail(work, site, plan, failedLetter(invoice, plan, why, invoice.next_try_on));
}

/** The gateway was not reached, so that the same try is made again in the next hour. */
async function tryAgain(work: Work, { invoice, charge }: Settling): Promise<void> {
  if (invoice.state !== 'open') return;
  await work.db
    .updateTable('storage_invoices')
    .set({ next_try_on: charge.tried_on })
    .where('id', '=', invoice.id)
    .execute();
}

type ChargeChanges = Updateable<Tables['storage_charges']>;

async function changeCharge({ db }: Work, { id }: StorageCharge, changes: ChargeChanges): Promise<void> {
  await db.updateTable('storage_charges').set(changes).where('id', '=', id).execute();
}

/** A charge that was captured although it was given up is voided (T39). */
async function handleLateSettlement(work: Work, charge: StorageCharge, settlement: Settlement): Promise<void> {
  const isOrphan = await voidOrphan(work, charge.state, settlement);
  await audit(work, {
    domainId: charge.domain_id,
    action: 'storage.settle_again',
    subject: 'storage_invoice',
    subjectId: charge.invoice_id,
    facts: { charge: charge.id, state: charge.state, given_back: isOrphan },
  });
}
