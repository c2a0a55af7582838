import { readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { handle } from '../../kernel/http/handle.ts';
import { nextInvoiceOf } from './invoice-numbers.ts';

/**
 * Only a hint: two buyers may get the same number, and two tabs of one buyer, whose orders are then one order (C-12).
 */
export const readNextInvoiceHandler = handle(readNextInvoice, async ({ actor, db }) => ({
  transaction_id: await nextInvoiceOf(db, actor),
}));
