import { payStorageInvoice } from '@vialkeep/contract/storage.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/db.ts';
import { type Call, handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import { ownRecords } from '../../../kernel/policy/rules.ts';
import { CardToken } from '../../../ports/card-token.ts';
import type { BillTo, CardAtGateway, NewCard } from '../../../ports/payments.ts';
import { chooseDefaultCard, defaultCardOf, saveCard } from '../../cards/index.ts';
import { chargeIntent, isGatewaySilent, waitForOutcome } from '../../charging/index.ts';
import { readSiteMoneySettings } from '../../money-settings/index.ts';
import { chargeFor, lookUpStorageCharge } from '../billing/charge-automatically.ts';
import { findCharge, findChargeOfInvoice, insertCharge, type StorageCharge } from '../billing/charges.queries.ts';
import { settleStorageCharge } from '../billing/settle-charge.ts';
import { today } from '../days.ts';
import { getInvoice, getPlan, type InvoiceRow, lockInvoice, lockPlan } from '../storage.queries.ts';
import { limitCardAttempts, refuseOfGateway } from './card-refusals.ts';
import { presentOwnStorage } from './read-own-storage.ts';

type Paying = Call<typeof payStorageInvoice>;

/**
 * Pays an invoice, in the order of an order (see `placeOrder`): an open charge is waited for and never doubled, attempts
 * are limited, the card is resolved, the intent is committed, the gateway charges once, and its answer settles it.
 */
export const payStorageInvoiceHandler = handle(payStorageInvoice, async (call) => {
  const { access, actor, body, db, services, request } = call;
  access.authorize(ownRecords(actor));
  const invoice = orNotFound(await findOwnInvoice(db, actor.userId, body.invoice_id));
  requireOpen(invoice);
  const { storage } = await readSiteMoneySettings(db, actor.domainId);
  if (!storage) throw refuseBy(payStorageInvoice, 'storage_off');
  await requireUncharged(call, invoice.id);
  await limitCardAttempts(call);
  const card = await resolveCard(call).catch((error: unknown) => refuseOfGateway(payStorageInvoice, error));
  const charge = await recordIntentInTurn(call, invoice);
  const plan = await getPlan(db, invoice.enrolment_id);
  const settled = await chargeIntent<StorageCharge>(
    services,
    charge,
    { ...chargeFor(plan, invoice, card), billTo: card instanceof CardToken ? await billToOf(call, card) : null },
    (intent, settlement) =>
      settleStorageCharge(services, intent, settlement, { requestId: request.id, today: today() }),
  ).catch((error: unknown) => refuseOfGateway(payStorageInvoice, error));
  requireCharged(settled);
  if (body.keep_card && 'cardId' in card) await putOnFile(call, card);
  return presentOwnStorage(call);
});

async function findOwnInvoice(db: Db, patientId: number, id: number): Promise<InvoiceRow | null> {
  const own = await db
    .selectFrom('storage_invoices')
    .innerJoin('storage_enrolments', 'storage_enrolments.id', 'storage_invoices.enrolment_id')
    .select('storage_invoices.id')
    .where('storage_invoices.id', '=', id)
    .where('storage_enrolments.patient_id', '=', patientId)
    .executeTakeFirst();
  return own ? getInvoice(db, own.id) : null;
}

function requireOpen({ state }: Pick<InvoiceRow, 'state'>): void {
  if (state === 'void' || state === 'refunded') throw refuseBy(payStorageInvoice, 'invoice_closed');
  if (state !== 'open') throw refuseBy(payStorageInvoice, 'already_paid');
}

/** Waits for a charge that another request or the job has begun, and asks the gateway where its answer was lost. */
async function requireUncharged({ db, services, request }: Paying, invoiceId: number): Promise<void> {
  const open = await findChargeOfInvoice(db, invoiceId);
  if (!open) return;
  const waited = await waitForOutcome(open, () => findCharge(db, open.id));
  const when = { requestId: request.id, today: today() };
  const charge = await lookUpStorageCharge(services, waited, when).catch((error: unknown) => {
    if (isGatewaySilent(error)) return waited;
    throw error;
  });
  if (charge.state === 'charged') throw refuseBy(payStorageInvoice, 'already_paid');
  if (charge.state === 'held') throw refuseBy(payStorageInvoice, 'held_for_review');
  if (charge.state === 'begun') throw refuseBy(payStorageInvoice, 'in_progress');
}

/** The card on file, or the typed one; a card that is to be kept is saved first and charged as a saved card. */
async function resolveCard(call: Paying): Promise<CardAtGateway | NewCard> {
  const { actor, body, db, services } = call;
  if (body.saved) {
    const onFile = await defaultCardOf(db, services, actor.userId);
    if (!onFile) throw refuseBy(payStorageInvoice, 'card_required', { fields: ['saved'] });
    return { customerId: onFile.customer_id, cardId: onFile.card_id };
  }
  const { card_token: token, full_name: holder } = body;
  if (!token || !holder) throw refuseBy(payStorageInvoice, 'card_required', { fields: ['card_token'] });
  const card = new CardToken({ token, holder, expires: null });
  if (!body.keep_card) return card;
  const kept = await saveCard(call, card, { isDefault: false });
  return { customerId: kept.customer_id, cardId: kept.card_id };
}

/** The card that has paid is the one on file from now on; one that was declined does not replace the card before. */
async function putOnFile({ actor, services, write }: Paying, { cardId }: CardAtGateway): Promise<void> {
  await write(async (work) => {
    await chooseDefaultCard(work, services, actor.userId, cardId);
    await audit(work, {
      domainId: actor.domainId,
      action: 'cards.choose_default',
      subject: 'user',
      subjectId: actor.userId,
    });
  });
}

/** A patient does not have more requests at once than this. */
const MOST_TURNS = 20;

/** Commits the intent once no other one is open; one that failed leaves the invoice to the next request. */
async function recordIntentInTurn(call: Paying, invoice: InvoiceRow): Promise<StorageCharge> {
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const charge = await recordIntent(call, invoice);
    if (charge) return charge;
    await requireUncharged(call, invoice.id);
  }
  throw refuseBy(payStorageInvoice, 'in_progress');
}

/** Commits the intent; null where another one was committed first. */
async function recordIntent({ actor, services, write }: Paying, asked: InvoiceRow): Promise<StorageCharge | null> {
  try {
    return await write(async (work) => {
      await lockPlan(work, asked.enrolment_id);
      const invoice = await lockInvoice(work, asked.id);
      requireOpen(invoice);
      const { storage } = await readSiteMoneySettings(work.db, invoice.domain_id);
      if (!storage) throw refuseBy(payStorageInvoice, 'storage_off');
      await audit(work, {
        domainId: invoice.domain_id,
        action: 'storage.begin_charge',
        subject: 'storage_invoice',
        subjectId: invoice.id,
        facts: { person: actor.userId, cents: invoice.cents, automatic: false, card: true },
      });
      const place = { invoiceId: invoice.id, domainId: invoice.domain_id, byId: actor.userId };
      return insertCharge(work, { ...place, today: today(), gateway: services.payments.name });
    });
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'one_storage_charge') return null;
    throw error;
  }
}

function requireCharged({ state, message }: StorageCharge): void {
  if (state === 'held') throw refuseBy(payStorageInvoice, 'held_for_review');
  if (state === 'declined') throw refuseBy(payStorageInvoice, 'declined', { errorMessage: message });
  if (state === 'given_up') throw refuseBy(payStorageInvoice, 'provider_unavailable');
  if (state === 'begun') throw refuseBy(payStorageInvoice, 'outcome_unknown');
}

/** The address of the patient's account, for the bank of a card that is not saved. */
async function billToOf({ actor, db }: Paying, { holder }: CardToken): Promise<BillTo> {
  const { address1, city, state_desc, zip_code, country_desc } = await db
    .selectFrom('users')
    .select(['address1', 'city', 'state_desc', 'zip_code', 'country_desc'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const [firstName = '', ...rest] = holder.split(/\s+/);
  const name = { firstName, lastName: rest.join(' '), company: '' };
  return { ...name, address: address1, city, state: state_desc, zip: zip_code, country: country_desc };
}
