import { checkOut } from '@vialkeep/contract/checkout.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';

/** The first transaction id, and so the lowest invoice number that a buyer gets. */
const FIRST = 1001;

/**
 * Returns the id of the next transaction, or the first later number that the buyer has not used. It follows transaction
 * ids and never a number that a buyer sent, so it grows no faster than they do.
 */
export async function nextInvoiceOf(db: Db, { userId }: Actor): Promise<number> {
  const { rows } = await sql<{ next: number }>`select ${selectNextInvoice(sql`${userId}`)} as next`.execute(db);
  return rows[0]?.next ?? FIRST;
}

/** The same as an expression of a larger statement. */
export function selectNextInvoice(buyerId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(
    with next as materialized (select next_transaction_id()::bigint as number),
      used as (
        select invoice_id::bigint as number from checkouts
        where buyer_id = ${buyerId} and state = 'charged' and invoice_id >= (select number from next))
    select min(number)::integer
    from (select number from next union all select number + 1 from used) free
    where number not in (select number from used))`;
}

/**
 * Accepts every number that the server can have given to this buyer, also on a page opened earlier: up to the next one.
 */
export function requireInvoice(invoiceId: number, nextInvoice: number): void {
  if (invoiceId >= FIRST && invoiceId <= nextInvoice) return;
  throw refuseBy(checkOut, 'invoice_unknown', { fields: ['invoice_id'] });
}
