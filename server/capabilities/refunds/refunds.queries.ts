import { RefundReason, RefundState, RefundWay } from '@vialkeep/contract/refunds.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';

/** The administrator, and the sites that they see. */
export type Requester = Pick<Actor, 'userId' | 'scope'>;

/** A refund with what its transaction or storage invoice says of the charge. */
export type RefundRow = Awaited<ReturnType<typeof getRefund>>;

/** Refunds with their transaction or storage invoice and the names that an answer shows, on the sites that the scope has. */
export function selectRefunds(db: Db) {
  return db
    .selectFrom('refunds')
    .leftJoin('transactions', 'transactions.id', 'refunds.transaction_id')
    .leftJoin('storage_invoices as invoice', 'invoice.id', 'refunds.invoice_id')
    .leftJoin('storage_charges as charge', (join) =>
      join.onRef('charge.invoice_id', '=', 'refunds.invoice_id').on('charge.state', '=', 'charged'),
    )
    .leftJoin('storage_enrolments as plan', 'plan.id', 'invoice.enrolment_id')
    .innerJoin('domains', 'domains.id', 'refunds.domain_id')
    .leftJoin('users as requester', 'requester.id', 'refunds.requested_by')
    .leftJoin('users as approver', 'approver.id', 'refunds.approved_by')
    .select([
      'refunds.id',
      'refunds.domain_id',
      'refunds.transaction_id',
      'refunds.invoice_id',
      'refunds.unearned_cents',
      'refunds.cents',
      'refunds.way',
      'refunds.reason',
      'refunds.note',
      'refunds.key',
      'refunds.return_coupon',
      'refunds.requested_by',
      'refunds.approved_by',
      'refunds.state',
      'refunds.reference',
      'refunds.message',
      'refunds.requested_at',
      'refunds.begun_at',
      'refunds.settled_at',
      'invoice.number as invoice_number',
      'domains.name as site',
      'requester.username as requester',
      'approver.username as approver',
    ])
    .select([
      'transactions.buyer_id',
      sql<number | null>`coalesce(transactions.patient_id, plan.patient_id)`.as('patient_id'),
      sql<string>`coalesce(transactions.gateway, charge.gateway)`.as('gateway'),
      sql<string | null>`coalesce(transactions.gateway_id, charge.gateway_id)`.as('charge_id'),
      sql<number>`coalesce(transactions.charged_cents, invoice.cents)`.as('charged_cents'),
      sql<string>`coalesce(transactions.card_brand, charge.card_brand)`.as('card_brand'),
      sql<string>`coalesce(transactions.card_last4, charge.card_last4)`.as('card_last4'),
    ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectRefunds>['execute']>>[number];

export function parseRefund(row: Selected) {
  return {
    ...row,
    state: RefundState.parse(row.state),
    way: row.way === null ? null : RefundWay.parse(row.way),
    reason: RefundReason.parse(row.reason),
  };
}

export async function getRefund(db: Db, id: number) {
  return parseRefund(await selectRefunds(db).where('refunds.id', '=', id).executeTakeFirstOrThrow());
}

/** The refund, if it belongs to a site of this actor; 404 otherwise. */
export async function requireRefund(db: Db, actor: Requester, id: number): Promise<RefundRow> {
  const row = await selectRefunds(db)
    .where('refunds.id', '=', id)
    .where((eb) => eb.and(sitesOf(actor).map((site) => eb('refunds.domain_id', '=', site))))
    .executeTakeFirst();
  return parseRefund(orNotFound(row));
}

/** The one site of a site's own administrator, which the connection's scope enforces as well; empty for all sites. */
export function sitesOf({ scope }: Requester): readonly number[] {
  return scope === 'platform' ? [] : [scope];
}

/** What is refunded: a transaction or a storage invoice. */
export type RefundTarget = { readonly transaction_id: number | null; readonly invoice_id: number | null };

/** The refunds of one transaction or storage invoice. */
export function isOfTarget({ transaction_id, invoice_id }: RefundTarget) {
  return (eb: ExpressionBuilder<Tables, 'refunds'>) =>
    transaction_id === null
      ? eb('refunds.invoice_id', '=', invoice_id)
      : eb('refunds.transaction_id', '=', transaction_id);
}

/** Puts the refunds of a charge in line. */
export async function lockTarget({ db }: Work, { transaction_id, invoice_id }: RefundTarget): Promise<void> {
  // The plan of an invoice is locked before it, as in billing.
  if (transaction_id === null) {
    await db
      .selectFrom('storage_enrolments')
      .select('id')
      .where('id', '=', (eb) => eb.selectFrom('storage_invoices').select('enrolment_id').where('id', '=', invoice_id))
      .forUpdate()
      .executeTakeFirstOrThrow();
  }
  const rows =
    transaction_id === null
      ? db.selectFrom('storage_invoices').select('id').where('id', '=', invoice_id)
      : db.selectFrom('transactions').select('id').where('id', '=', transaction_id);
  await rows.forUpdate().executeTakeFirstOrThrow();
}

/**
 * The refund under its row lock. What was charged is locked first by every writer, because the database's own check of a
 * new state locks it too.
 */
export async function lockRefund(work: Work, refund: RefundRow): Promise<RefundRow> {
  const { id } = refund;
  await lockTarget(work, refund);
  await work.db.selectFrom('refunds').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  return getRefund(work.db, id);
}
