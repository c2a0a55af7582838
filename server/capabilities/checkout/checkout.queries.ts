import type { Db } from '../../kernel/db/db.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { Order } from './order/order.ts';

export type Checkout = NonNullable<Awaited<ReturnType<typeof findCheckout>>>;

export const checkoutColumns = [
  'id',
  'domain_id',
  'buyer_id',
  'actor_id',
  'invoice_id',
  'fingerprint',
  'ordered',
  'gateway',
  'reference',
  'state',
  'message',
  'card_refusal',
  'transaction_id',
  'begun_at',
] as const;

export async function findCheckout(db: Db, id: number) {
  const row = await db.selectFrom('checkouts').select(checkoutColumns).where('id', '=', id).executeTakeFirst();
  return row && { ...row, order: Order.parse(row.ordered) };
}

/** Finds the newest open or charged checkout under this invoice number, or else the newest declined or given up. */
export async function checkoutOfInvoice(db: Db, actor: Actor, invoiceId: number) {
  const row = await db
    .selectFrom('checkouts')
    .select('id')
    .where('buyer_id', '=', actor.userId)
    // Keyed by actor: two staff members who order the same under one number place two orders.
    .where('actor_id', '=', actor.acting?.byId ?? actor.userId)
    .where('invoice_id', '=', invoiceId)
    .orderBy((eb) => eb('state', 'in', ['begun', 'held', 'charged']), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && findCheckout(db, row.id);
}

/** Finds the checkout and holds its row lock until the transaction ends. */
export async function lockedCheckout(db: Db, id: number): Promise<Checkout> {
  const row = await db
    .selectFrom('checkouts')
    .select(checkoutColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...row, order: Order.parse(row.ordered) };
}
