import { cardBrands } from '@vialkeep/contract/card-number.ts';
import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { type OfferSummary, type StorageInvoice, storageInvoiceNumber } from '@vialkeep/contract/storage.ts';
import type { StorageEnrolment } from '@vialkeep/contract/storage-plans.ts';
import type { z } from 'zod';
import { type InvoiceRow, isBeingCharged, type PlanRow } from './storage.queries.ts';

type CardColumns = { readonly card_brand: string | null; readonly card_last4: string | null };

export function presentCard({ card_brand, card_last4 }: CardColumns) {
  if (!card_last4) return null;
  return { card_type: cardBrands.find((brand) => brand === card_brand) ?? ('Card' as const), card_number: card_last4 };
}

export function presentInvoice(row: InvoiceRow): z.input<typeof StorageInvoice> {
  return {
    id: row.id,
    number: storageInvoiceNumber(row.number),
    from_day: row.from_day,
    to_day: row.to_day,
    amount: dollarsOf(row.cents),
    refunded: dollarsOf(row.refunded_cents),
    due_on: row.due_on,
    state: row.state,
    paid_on: row.paid_on,
    card: row.charge_state === 'charged' ? presentCard(row) : null,
    charge: chargeOf(row),
  };
}

function chargeOf(row: InvoiceRow): StorageInvoice['charge'] {
  if (!isBeingCharged(row)) return 'none';
  return row.charge_state === 'held' ? 'held' : 'under_way';
}

export function presentOfferOf(plan: PlanRow): z.input<typeof OfferSummary> {
  return { id: plan.offer_id, name: plan.offer_name, years: plan.years, price: dollarsOf(plan.price_cents) };
}

/** A plan and its invoice that is open, as administrators see them. */
export function presentPlan(plan: PlanRow, open: InvoiceRow | null): z.input<typeof StorageEnrolment> {
  return {
    id: plan.id,
    domain_id: plan.domain_id,
    site: plan.site,
    patient: { id: plan.patient_id, name: plan.patient_name },
    offer: presentOfferOf(plan),
    automatic: plan.automatic,
    starts_on: plan.starts_on,
    paid_through: plan.paid_through,
    state: plan.state,
    grace_until: plan.grace_until,
    open_amount: dollarsOf(open?.cents ?? 0),
    end_asked_at: plan.end_asked_at?.toISOString() ?? null,
    end_note: plan.end_note,
    decision: plan.decision,
    decision_note: plan.decision_note,
    decided_at: plan.decided_at?.toISOString() ?? null,
    needs_decision: plan.needs_decision,
    may: plan.state !== 'ended' && !(open && isBeingCharged(open)) ? ['decide'] : [],
  };
}
