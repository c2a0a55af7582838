import { cardBrands } from '@vialkeep/contract/card-number.ts';
import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { type OwnStorage, readOwnStorage } from '@vialkeep/contract/storage.ts';
import type { z } from 'zod';
import type { Db } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import type { Access } from '../../../kernel/policy/access.ts';
import { ownRecords } from '../../../kernel/policy/rules.ts';
import type { Services } from '../../../kernel/services.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import { defaultCardOf } from '../../cards/index.ts';
import { readSiteMoneySettings } from '../../money-settings/index.ts';
import { presentInvoice, presentOfferOf } from '../storage.present.ts';
import { findOwnPlan, type InvoiceRow, isBeingCharged, listInvoices, type PlanRow } from '../storage.queries.ts';

export const readOwnStorageHandler = handle(readOwnStorage, async (call) => {
  call.access.authorize(ownRecords(call.actor));
  return presentOwnStorage(call);
});

type Reader = {
  readonly access: Access;
  readonly actor: Actor;
  readonly db: Db;
  readonly services: Services;
};

/** Where storage plans are off, only a patient who has had one finds the page. */
export async function presentOwnStorage({ access, actor, db, services }: Reader): Promise<z.input<typeof OwnStorage>> {
  const { storage: isOn } = await readSiteMoneySettings(db, actor.domainId);
  const [plan, planIds, card] = await Promise.all([
    findOwnPlan(db, actor.userId),
    listPlanIds(db, actor.userId),
    defaultCardOf(db, services, actor.userId),
  ]);
  orNotFound(isOn || planIds.length > 0 ? true : null);
  const invoices = await listInvoices(db, planIds);
  const open = invoices.find(({ state }) => state === 'open') ?? null;
  const mayChange = access.mayTry('storage.change_own');
  return {
    is_on: isOn,
    enrolment: plan && presentOwnPlan(plan),
    offers: plan || !isOn ? [] : await listOffers(db, actor.domainId),
    invoices: invoices.map(presentInvoice),
    card: card && {
      card_type: cardBrands.find((brand) => brand === card.brand) ?? 'Card',
      card_number: card.last4,
      expiration_date: card.expires,
    },
    next: plan && isOn ? nextCharge(plan, open, card !== null) : null,
    may: mayChange ? actionsOf(plan, open, isOn) : [],
  };
}

function presentOwnPlan(plan: PlanRow) {
  return {
    id: plan.id,
    offer: presentOfferOf(plan),
    automatic: plan.automatic,
    starts_on: plan.starts_on,
    paid_through: plan.paid_through,
    state: plan.state,
    grace_until: plan.grace_until,
    end_asked_at: plan.end_asked_at?.toISOString() ?? null,
  };
}

/** After the patient has asked to end the plan, nothing comes by itself. */
function nextCharge(plan: PlanRow, open: InvoiceRow | null, hasCard: boolean): z.input<typeof OwnStorage>['next'] {
  const isCharged = plan.automatic && hasCard && plan.end_asked_at === null;
  if (open) {
    const isTried = isCharged && open.next_try_on !== null && plan.state !== 'grace' && plan.state !== 'lapsed';
    const day = isTried ? (open.next_try_on ?? open.due_on) : open.due_on;
    return { day, amount: dollarsOf(open.cents), invoice_id: open.id, automatic: isTried };
  }
  if (plan.end_asked_at !== null) return null;
  return { day: plan.next_from, amount: dollarsOf(plan.price_cents), invoice_id: null, automatic: isCharged };
}

function actionsOf(plan: PlanRow | null, open: InvoiceRow | null, isOn: boolean): z.input<typeof OwnStorage>['may'] {
  if (!plan) return isOn ? ['enrol'] : [];
  return [
    ...(open && isOn && !isBeingCharged(open) ? (['pay'] as const) : []),
    'change_card',
    'change_automatic',
    ...(plan.end_asked_at === null ? (['ask_to_end'] as const) : []),
  ];
}

async function listPlanIds(db: Db, patientId: number): Promise<number[]> {
  const rows = await db.selectFrom('storage_enrolments').select('id').where('patient_id', '=', patientId).execute();
  return rows.map(({ id }) => id);
}

async function listOffers(db: Db, domainId: number) {
  const rows = await db
    .selectFrom('storage_offers')
    .select(['id', 'name', 'years', 'price_cents'])
    .where('domain_id', '=', domainId)
    .where('is_offered', '=', true)
    .orderBy('years')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, years, price_cents }) => ({ id, name, years, price: dollarsOf(price_cents) }));
}
