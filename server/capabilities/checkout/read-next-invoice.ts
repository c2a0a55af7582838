import { readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { sql } from 'kysely';
import { handle } from '../../kernel/http/handle.ts';

/** C-12: a hint. Two buyers may be told the same, and so may two tabs of one buyer, whose orders are then one order. */
export const readNextInvoiceHandler = handle(readNextInvoice, async ({ actor, db }) => {
  const { rows } = await sql<{ next: number }>`
    select greatest(next_transaction_id(),
      (select coalesce(max(invoice_id), 0) + 1 from checkouts where buyer_id = ${actor.userId} and state = 'charged')) as next
  `.execute(db);
  return { transaction_id: rows[0]?.next ?? 1 };
});
