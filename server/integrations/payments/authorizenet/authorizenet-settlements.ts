import { type Payments, PaymentUnknown } from '../../../ports/payments.ts';
import type { GatewayBatch, GatewayState, GatewayTransaction } from '../../../ports/settlements.ts';
import { BatchesAnswer, ListAnswer, type ListedTransaction } from './authorizenet-answers.ts';
import type { AuthorizenetCalls } from './authorizenet-calls.ts';
import { requireOkAnswer } from './authorizenet-find-charge.ts';
import {
  type ApiRequest,
  batchRequest,
  type Login,
  PAGE_SIZE,
  settledBatchesRequest,
  unsettledRequest,
} from './authorizenet-requests.ts';

/** A list of batches spans at most a month. */
const LONGEST_SPAN_MS = 30 * 86_400_000;

/** Reads the lists of Authorize.Net, page by page. */
export function authorizenetSettlements(calls: AuthorizenetCalls, login: Login): Pick<Payments, 'settlements'> {
  return {
    async *settlements(from, until) {
      // Before the batches: what settles in between is then in both lists and never in none.
      for await (const transactions of listPages(calls, (page) => unsettledRequest(login, page))) {
        yield { batch: null, transactions };
      }
      for (const batch of await listBatches(calls, login, from, until)) {
        for await (const transactions of listPages(calls, (page) => batchRequest(login, batch.id, page))) {
          yield { batch, transactions };
        }
      }
    },
  };
}

async function listBatches(calls: AuthorizenetCalls, login: Login, from: Date, until: Date): Promise<GatewayBatch[]> {
  const batches = new Map<string, GatewayBatch>();
  for (let start = from.getTime(); start < until.getTime(); start += LONGEST_SPAN_MS) {
    const end = new Date(Math.min(start + LONGEST_SPAN_MS, until.getTime()));
    const answer = await calls.ask(settledBatchesRequest(login, new Date(start), end), BatchesAnswer);
    for (const { batchId: id, settlementTimeUTC } of requireOkAnswer(answer).batchList ?? []) {
      if (!settlementTimeUTC) throw new PaymentUnknown('Authorize.Net lists a batch without its time.');
      batches.set(id, { id, settledAt: new Date(settlementTimeUTC) });
    }
  }
  return [...batches.values()];
}

/** Throws when the gateway counts more transactions than its pages had: half a list would look like lost charges. */
async function* listPages(calls: AuthorizenetCalls, request: (page: number) => ApiRequest) {
  let read = 0;
  for (let page = 1; ; page += 1) {
    const answer = requireOkAnswer(await calls.ask(request(page), ListAnswer));
    const { transactions = [], totalNumInResultSet = 0 } = answer;
    read += transactions.length;
    const isLast = transactions.length < PAGE_SIZE;
    if (isLast && read < totalNumInResultSet) {
      throw new PaymentUnknown(`Authorize.Net lists ${read} of ${totalNumInResultSet} transactions.`);
    }
    yield transactions.map(parseTransaction);
    if (isLast) return;
  }
}

const states: Readonly<Record<string, GatewayState>> = {
  authorizedPendingCapture: 'unsettled',
  capturedPendingSettlement: 'unsettled',
  approvedReview: 'unsettled',
  pendingSettlement: 'unsettled',
  pendingFinalSettlement: 'unsettled',
  updatingSettlement: 'unsettled',
  underReview: 'unsettled',
  FDSPendingReview: 'unsettled',
  FDSAuthorizedPendingReview: 'unsettled',
  authorizedPendingRelease: 'unsettled',
  refundPendingSettlement: 'unsettled',
  settledSuccessfully: 'settled',
  // The bank has returned the money to the merchant.
  chargebackReversal: 'settled',
  refundSettledSuccessfully: 'settled',
  voided: 'voided',
  couldNotVoid: 'unsettled',
  chargeback: 'charged_back',
  returnedItem: 'charged_back',
  declined: 'failed',
  expired: 'failed',
  failedReview: 'failed',
  generalError: 'failed',
  communicationError: 'failed',
  settlementError: 'failed',
};

const REFUNDS = new Set(['refundPendingSettlement', 'refundSettledSuccessfully']);

function parseTransaction(listed: ListedTransaction): GatewayTransaction {
  const { transId: gatewayId, transactionStatus: status = '', settleAmount, submitTimeUTC, invoiceNumber } = listed;
  const state = states[status];
  if (state === undefined) throw new PaymentUnknown(`Authorize.Net lists a transaction that is ${status}.`);
  if (settleAmount === undefined) throw new PaymentUnknown('Authorize.Net lists a transaction without its amount.');
  return {
    gatewayId,
    kind: REFUNDS.has(status) ? 'refund' : 'charge',
    state,
    reference: invoiceNumber ?? '',
    cents: Math.round(settleAmount * 100),
    submittedAt: new Date(submitTimeUTC),
  };
}
