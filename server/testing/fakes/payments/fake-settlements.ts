import { z } from 'zod';
import type { StandInTransaction } from './stand-in-transaction.ts';

const Paging = z.object({ limit: z.number().int().min(1).max(1_000), offset: z.number().int().min(1) });

const LONGEST_SPAN_MS = 31 * 86_400_000;

type Span = { readonly from: string; readonly until: string };

/** The gateway lists the batches of a month at most. */
export function spansTooMuch({ from, until }: Span): boolean {
  return Date.parse(until) - Date.parse(from) > LONGEST_SPAN_MS;
}

/** The batches that closed between two times, each with the time at which it closed. */
export function listBatches(transactions: readonly StandInTransaction[], { from, until }: Span): object[] {
  const closed = new Map<string, Date>();
  for (const { batchId, settled, submitted } of transactions) {
    if (batchId !== null) closed.set(batchId, settled ?? submitted);
  }
  return [...closed]
    .filter(([, settled]) => settled >= new Date(from) && settled <= new Date(until))
    .map(([batchId, settled]) => ({
      batchId,
      settlementTimeUTC: settled.toISOString(),
      settlementState: 'settledSuccessfully',
    }));
}

/** A page of a list, newest first, with the number of transactions on all pages. Pages count from 1. */
export function listPage(
  transactions: readonly StandInTransaction[],
  isAmong: (one: StandInTransaction) => boolean,
  paging: unknown,
): object {
  const { limit, offset } = Paging.parse(paging);
  const all = transactions.filter(isAmong).toReversed();
  const page = all.slice((offset - 1) * limit, offset * limit);
  return {
    transactions: page.map(({ transId, submitted, invoiceNumber, status, amount }) => ({
      transId,
      submitTimeUTC: submitted.toISOString(),
      transactionStatus: status,
      invoiceNumber,
      settleAmount: Number(amount),
    })),
    totalNumInResultSet: all.length,
  };
}
