import { randomUUID } from 'node:crypto';
import { checkOut, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { requestRefund } from '@vialkeep/contract/refunds.ts';
import { kitOrder } from '../kit-order.ts';
import type { Caller, World } from '../world.ts';

/** Buys a kit for $320.00, or another order. */
export async function buyKit(
  world: World,
  buyer: Caller,
  { card = '4111111111111111', ...order }: { card?: string; [field: string]: unknown } = {},
): Promise<number> {
  const { transaction_id: invoice_id } = await world.call(buyer, readNextInvoice);
  const credit_card = { ...kitOrder.credit_card, card_number: card };
  const { purchase } = await world.call(buyer, checkOut, { body: { ...kitOrder, credit_card, ...order, invoice_id } });
  return purchase.transaction_id;
}

/** Lets the sandbox's charge of a transaction settle, some time ago. */
export async function settleCharge(world: World, transactionId: number, ago = '1 day'): Promise<void> {
  await world.sql(
    `update sandbox_charges set settled_at = now() - interval '15 minutes' - $2::interval
     where id::text = (select gateway_id from transactions where id = $1)`,
    [transactionId, ago],
  );
}

export async function buySettledKit(world: World, buyer: Caller, order: object = {}): Promise<number> {
  const id = await buyKit(world, buyer, { ...order });
  await settleCharge(world, id);
  return id;
}

/** The input of a refund with a key of its own. */
export function refundOf(transactionId: number, changes: object = {}) {
  const body = { key: randomUUID(), reason: 'goodwill', note: 'As agreed by phone.', ...changes };
  return { params: { id: transactionId }, body };
}

export function askRefund(world: World, admin: Caller, transactionId: number, changes: object = {}) {
  return world.call(admin, requestRefund, refundOf(transactionId, changes));
}

export type RefundTotals = {
  readonly gateway: number;
  readonly voided: number;
  readonly done: number;
  readonly counted: number;
  readonly journal: number;
  readonly receipts: number;
};

/** What was given back for a transaction, in cents, by the gateway and by everything that the product says of it. */
export async function refundTotals(world: World, transactionId: number): Promise<RefundTotals> {
  const [row] = await world.sql<RefundTotals>(
    `select
       (select coalesce(sum(amount_cents), 0)::int from sandbox_refunds where charge_id::text = sold.gateway_id) as gateway,
       (select coalesce(sum(amount_cents), 0)::int from sandbox_charges
         where id::text = sold.gateway_id and state = 'voided') as voided,
       (select coalesce(sum(cents), 0)::int from refunds where transaction_id = sold.id and state = 'done') as done,
       sold.refunded_cents as counted,
       (select coalesce(sum(cents), 0)::int from journal_lines where transaction_id = sold.id and account = 4910) as journal,
       (select count(*)::int from letters where kind = 'refund_receipt'
         and subject like '%transaction #' || sold.id) as receipts
     from transactions sold where sold.id = $1`,
    [transactionId],
  );
  if (!row) throw new Error(`There is no transaction ${transactionId}.`);
  return row;
}
