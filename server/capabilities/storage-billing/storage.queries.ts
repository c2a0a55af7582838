import { EnrolmentState, StorageDecision, StorageInvoiceState } from '@vialkeep/contract/storage.ts';
import { sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { Actor } from '../../kernel/session/actor.ts';

/** A patient's plan with its offer. */
export type PlanRow = Awaited<ReturnType<typeof getPlan>>;

/** Whether the patient can use the plan: billing stops without it, and an administrator decides. */
const HAS_ACCOUNT = sql<boolean>`(patient.is_active and patient.removed_at is null and patient.plan_id = 2)`;

/** Plans on which an administrator has to decide; for queries of `storage_enrolments as plan`. */
export const NEEDS_DECISION = sql<boolean>`(plan.state <> 'ended' and (plan.state = 'lapsed' or plan.end_asked_at is not null
  or exists (select from users patient where patient.id = plan.patient_id and not ${HAS_ACCOUNT})))`;

/** Patients' plans with their offers and the names that an answer shows. */
export function selectPlans(db: Db) {
  return db
    .selectFrom('storage_enrolments as plan')
    .innerJoin('storage_offers as offer', 'offer.id', 'plan.offer_id')
    .innerJoin('domains', 'domains.id', 'plan.domain_id')
    .innerJoin('users as patient', 'patient.id', 'plan.patient_id')
    .select([
      'plan.id',
      'plan.domain_id',
      'plan.patient_id',
      'plan.offer_id',
      'plan.automatic',
      'plan.starts_on',
      'plan.paid_through',
      'plan.state',
      'plan.grace_until',
      'plan.grace_reminded',
      'plan.card_warned_on',
      'plan.end_asked_at',
      'plan.end_note',
      'plan.decision',
      'plan.decision_note',
      'plan.decided_at',
      'offer.name as offer_name',
      'offer.years',
      'offer.price_cents',
      'domains.name as site',
      'patient.username as patient_name',
      'patient.email as patient_email',
    ])
    .select([HAS_ACCOUNT.as('has_account'), NEEDS_DECISION.as('needs_decision')])
    .select(
      sql<string>`coalesce((select max(to_day) + 1 from storage_invoices where enrolment_id = plan.id), plan.starts_on)`.as(
        'next_from',
      ),
    );
}

type SelectedPlan = Awaited<ReturnType<ReturnType<typeof selectPlans>['execute']>>[number];

export function parsePlan(row: SelectedPlan) {
  return {
    ...row,
    state: EnrolmentState.parse(row.state),
    decision: row.decision === null ? null : StorageDecision.parse(row.decision),
  };
}

export async function getPlan(db: Db, id: number) {
  return parsePlan(await selectPlans(db).where('plan.id', '=', id).executeTakeFirstOrThrow());
}

/** The patient's plan that has not ended. */
export async function findOwnPlan(db: Db, patientId: number): Promise<PlanRow | null> {
  const row = await selectPlans(db)
    .where('plan.patient_id', '=', patientId)
    .where('plan.state', '<>', 'ended')
    .executeTakeFirst();
  return row ? parsePlan(row) : null;
}

/** The plan under its row lock. Every writer locks the plan first, then its invoice, then the charge. */
export async function lockPlan(work: Work, id: number): Promise<PlanRow> {
  await work.db
    .selectFrom('storage_enrolments')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return getPlan(work.db, id);
}

export type InvoiceRow = Awaited<ReturnType<typeof getInvoice>>;

/** Invoices with the charge that is open or has paid. */
export function selectInvoices(db: Db) {
  return db
    .selectFrom('storage_invoices as invoice')
    .leftJoin('storage_charges as charge', (join) =>
      join.onRef('charge.invoice_id', '=', 'invoice.id').on('charge.state', 'in', ['begun', 'held', 'charged']),
    )
    .select([
      'invoice.id',
      'invoice.domain_id',
      'invoice.number',
      'invoice.enrolment_id',
      'invoice.from_day',
      'invoice.to_day',
      'invoice.cents',
      'invoice.due_on',
      'invoice.state',
      'invoice.next_try_on',
      'invoice.paid_on',
      'invoice.recognised_cents',
      'invoice.refunded_cents',
      'invoice.unearned_cents',
      'invoice.noticed_at',
      'charge.id as charge_id',
      'charge.state as charge_state',
      'charge.card_brand',
      'charge.card_last4',
    ])
    .select(
      sql<boolean>`exists (select from refunds where refunds.invoice_id = invoice.id
        and refunds.state in ('requested', 'waiting', 'begun'))`.as('is_being_refunded'),
    );
}

type SelectedInvoice = Awaited<ReturnType<ReturnType<typeof selectInvoices>['execute']>>[number];

export function parseInvoice(row: SelectedInvoice) {
  return { ...row, state: StorageInvoiceState.parse(row.state) };
}

export async function getInvoice(db: Db, id: number) {
  return parseInvoice(await selectInvoices(db).where('invoice.id', '=', id).executeTakeFirstOrThrow());
}

/** Newest first. */
export async function listInvoices(db: Db, planIds: readonly number[]): Promise<InvoiceRow[]> {
  const rows = await selectInvoices(db)
    .where(sql<boolean>`invoice.enrolment_id = any (${planIds}::integer[])`)
    .orderBy('invoice.id', 'desc')
    .execute();
  return rows.map(parseInvoice);
}

export async function lockInvoice(work: Work, id: number): Promise<InvoiceRow> {
  await work.db.selectFrom('storage_invoices').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  return getInvoice(work.db, id);
}

/** The invoice of a plan that is open, under its row lock. */
export async function lockOpenInvoice(work: Work, planId: number): Promise<InvoiceRow | null> {
  const row = await work.db
    .selectFrom('storage_invoices')
    .select('id')
    .where('enrolment_id', '=', planId)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst();
  return row ? getInvoice(work.db, row.id) : null;
}

/** The last day that earlier plans of the patient have paid for; null where none is to come. */
export async function paidDaysEnd(db: Db, patientId: number): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(invoice.to_day)::text as day
    from storage_invoices invoice join storage_enrolments plan on plan.id = invoice.enrolment_id
    where plan.patient_id = ${patientId} and invoice.state = 'paid' and invoice.to_day >= current_date
      -- Where all that was not earned has been given back, nothing is paid for the days to come.
      and invoice.cents - invoice.unearned_cents > storage_earned(invoice.cents, invoice.unearned_cents, invoice.from_day,
        invoice.to_day, current_date)`.execute(db);
  return rows[0]?.day ?? null;
}

/** Whether a charge of the invoice waits for its outcome, so that nothing else may happen to it. */
export function isBeingCharged({ charge_state }: Pick<InvoiceRow, 'charge_state'>): boolean {
  return charge_state === 'begun' || charge_state === 'held';
}

/** The one site of a site's own administrator, which the connection's scope enforces as well; empty for all sites. */
export function sitesOf({ scope }: Pick<Actor, 'scope'>): readonly number[] {
  return scope === 'platform' ? [] : [scope];
}
