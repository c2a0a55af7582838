import type { Handler } from '../../kernel/http/handle.ts';
import { checkOutHandler } from './check-out.ts';
import { checkOutOwnVialsHandler } from './check-out-own-vials.ts';
import { checkStatusHandler } from './check-status.ts';
import { readNextInvoiceHandler } from './read-next-invoice.ts';

export const checkoutHandlers: readonly Handler[] = [
  checkOutHandler,
  checkOutOwnVialsHandler,
  readNextInvoiceHandler,
  checkStatusHandler,
];
