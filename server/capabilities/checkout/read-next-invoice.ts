import { readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { handle } from '../../kernel/http/handle.ts';
import { nextInvoiceOf } from './invoice-numbers.ts';

/** C-12: a hint. Two buyers may be told the same, and so may two tabs of one buyer, whose orders are then one order. */
export const readNextInvoiceHandler = handle(readNextInvoice, async ({ actor, db }) => ({
  transaction_id: await nextInvoiceOf(db, actor),
}));
