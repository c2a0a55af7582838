import { RefundReason, RefundState, RefundWay } from '@vialkeep/contract/refunds.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';

/** The administrator, and the sites that they see. */
export type Requester = Pick<Actor, 'userId' | 'scope'>;

/** A refund with what its transaction says of the charge. */
export type RefundRow = Awaited<ReturnType<typeof getRefund>>;

/** Refunds with their transaction and the names that an answer shows, on the sites that the scope has. */
export function selectRefunds(db: Db) {
  return db
    .selectFrom('refunds')
    .innerJoin('transactions', 'transactions.id', 'refunds.transaction_id')
    .innerJoin('domains', 'domains.id', 'refunds.domain_id')
    .leftJoin('users as requester', 'requester.id', 'refunds.requested_by')
    .leftJoin('users as approver', 'approver.id', 'refunds.approved_by')
    .select([
      'refunds.id',
      'refunds.domain_id',
      'refunds.transaction_id',
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
      'transactions.gateway',
      'transactions.gateway_id as charge_id',
      'transactions.charged_cents',
      'transactions.card_brand',
      'transactions.card_last4',
      'domains.name as site',
      'requester.username as requester',
      'approver.username as approver',
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

/**
 * The refund under its row lock. The transaction is locked first by every writer, because the database's own check of a
 * new state locks it too.
 */
export async function lockRefund(work: Work, { id, transaction_id }: RefundRow): Promise<RefundRow> {
  await work.db
    .selectFrom('transactions')
    .select('id')
    .where('id', '=', transaction_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await work.db.selectFrom('refunds').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  return getRefund(work.db, id);
}
