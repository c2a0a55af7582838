import { storageInvoiceNumber } from '@vialkeep/contract/storage.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { AuditContext } from '../../../kernel/db/db.ts';
import type { Services } from '../../../kernel/services.ts';
import type { CardAtGateway, NewCard } from '../../../ports/payments.ts';
import { defaultCardOf } from '../../cards/index.ts';
import { ChargeNotAttempted, chargeIntent, lookUpIntent } from '../../charging/index.ts';
import { readSiteMoneySettings } from '../../money-settings/index.ts';
import { type InvoiceRow, lockInvoice, lockPlan, type PlanRow } from '../storage.queries.ts';
import { insertCharge, type StorageCharge } from './charges.queries.ts';
import { nextTry } from './next-step.ts';
import { recordDecline, settleStorageCharge } from './settle-charge.ts';
import { StepNotDue } from './take-step.ts';

export type ChargedInvoice = Pick<InvoiceRow, 'id' | 'enrolment_id' | 'domain_id'>;

type ChargeRun = { readonly today: string; readonly cause: AuditContext };

const NO_CARD = 'There is no card on file.';

/**
 * Charges the default card for an invoice that is due. The intent, which also uses up the try, is committed before the
 * gateway is called. Returns null where the invoice is not due any more.
 */
export async function chargeAutomatically(
  services: Services,
  invoice: ChargedInvoice,
  { today, cause }: ChargeRun,
): Promise<StorageCharge | null> {
  const begun = await beginCharge(services, invoice, { today, cause });
  if (begun === null) return null;
  const { charge, card, plan } = begun;
  const { requestId } = cause;
  return chargeIntent<StorageCharge>(services, charge, chargeFor(plan, begun.invoice, card), (intent, settlement) =>
    settleStorageCharge(services, intent, settlement, { requestId, today }),
  ).catch((error: unknown) => {
    // Nothing was charged, and the try is free again.
    if (error instanceof ChargeNotAttempted) return charge;
    throw error;
  });
}

type BegunCharge = {
  readonly charge: StorageCharge;
  readonly invoice: InvoiceRow;
  readonly plan: PlanRow;
  readonly card: CardAtGateway;
};

async function beginCharge(
  services: Services,
  asked: ChargedInvoice,
  { today, cause }: ChargeRun,
): Promise<BegunCharge | null> {
  try {
    return await services.store.write(asked.domain_id, cause, async (work) => {
      const plan = await lockPlan(work, asked.enrolment_id);
      const invoice = await lockInvoice(work, asked.id);
      const settings = await readSiteMoneySettings(work.db, asked.domain_id);
      if (!settings.storage || !isDue(plan, invoice, today)) throw new StepNotDue();
      const next = nextTry(invoice.due_on, settings.dunning_days, today);
      await work.db.updateTable('storage_invoices').set({ next_try_on: next }).where('id', '=', invoice.id).execute();
      const card = await defaultCardOf(work.db, services, plan.patient_id);
      await audit(work, {
        domainId: plan.domain_id,
        action: 'storage.begin_charge',
        subject: 'storage_invoice',
        subjectId: invoice.id,
        facts: { person: plan.patient_id, cents: invoice.cents, automatic: true, card: card !== null },
      });
      if (!card) {
        await recordDecline(work, services, { plan, invoice: { ...invoice, next_try_on: next } }, NO_CARD);
        return null;
      }
      const gateway = services.payments.name;
      const place = { invoiceId: invoice.id, domainId: plan.domain_id, byId: null };
      const charge = await insertCharge(work, { ...place, today, gateway });
      return { charge, invoice, plan, card: { customerId: card.customer_id, cardId: card.card_id } };
    });
  } catch (error) {
    if (error instanceof StepNotDue) return null;
    throw error;
  }
}

function isDue(plan: PlanRow, invoice: InvoiceRow, today: string): boolean {
  return (
    plan.automatic &&
    plan.has_account &&
    plan.end_asked_at === null &&
    (plan.state === 'active' || plan.state === 'past_due') &&
    invoice.state === 'open' &&
    invoice.charge_state === null &&
    invoice.next_try_on !== null &&
    invoice.next_try_on <= today
  );
}

/** The gateway's charge of an invoice. */
export function chargeFor(plan: PlanRow, invoice: InvoiceRow, card: CardAtGateway | NewCard) {
  return {
    card,
    billTo: null,
    amountCents: invoice.cents,
    invoiceNumber: storageInvoiceNumber(invoice.number),
    description: `Storage: ${plan.offer_name}`,
    customer: { id: String(plan.patient_id), email: plan.patient_email },
  };
}

/** Asks the gateway for the outcome of a charge whose answer was lost, or that was held; never charges. */
export async function lookUpStorageCharge(
  services: Services,
  charge: StorageCharge,
  { requestId, today }: { readonly requestId: string; readonly today: string },
): Promise<StorageCharge> {
  // Another gateway knows nothing of it; it stays open until the settings name its own again.
  if (charge.gateway !== services.payments.name) return charge;
  // A charge that was held exists: one that the gateway does not list any more may have settled, so that it is not given up.
  const settle = async (intent: StorageCharge, settlement: Parameters<typeof settleStorageCharge>[2]) =>
    intent.state === 'held' && settlement === 'none'
      ? intent
      : settleStorageCharge(services, intent, settlement, { requestId, today });
  return lookUpIntent<StorageCharge>(services, charge, settle, { isOver: false });
}
