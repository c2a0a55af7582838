import type { Handler } from '../../kernel/http/handle.ts';
import { approveRefundHandler, cancelRefundHandler, rejectRefundHandler } from './decide-refund.ts';
import { listRefundsHandler, readRefundHandler } from './list-refunds.ts';
import { readInvoiceRefundOptionsHandler, readRefundOptionsHandler } from './read-refund-options.ts';
import { requestInvoiceRefundHandler } from './request-invoice-refund.ts';
import { requestRefundHandler } from './request-refund.ts';

export const refundsHandlers: readonly Handler[] = [
  readRefundOptionsHandler,
  readInvoiceRefundOptionsHandler,
  requestRefundHandler,
  requestInvoiceRefundHandler,
  listRefundsHandler,
  readRefundHandler,
  approveRefundHandler,
  rejectRefundHandler,
  cancelRefundHandler,
];
