import { type FoundCharge, PaymentUnavailable, PaymentUnknown } from '../../../ports/payments.ts';
import {
  type Answer,
  BatchesAnswer,
  codeOf,
  type Details,
  DetailsAnswer,
  ListAnswer,
  outcomeLater,
} from './authorizenet-answers.ts';
import type { AuthorizenetCalls } from './authorizenet-calls.ts';
import {
  type ApiRequest,
  batchRequest,
  detailsRequest,
  type Login,
  PAGE_SIZE,
  settledBatchesRequest,
  unsettledRequest,
} from './authorizenet-requests.ts';

type Sought = { reference: string; begun: Date; now: Date };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** An attempt that the lists do not show after this time never arrived: every call times out much earlier. */
const SURE_AFTER_MS = 5 * MINUTE_MS;
/** The clocks of the gateway and the server may differ by this much. */
const CLOCKS_DIFFER_MS = 15 * MINUTE_MS;
/** Transactions are settled once a day, and a list of batches spans at most a month. */
const SETTLED_WITHIN_MS = 4 * DAY_MS;

/**
 * Finds the attempt with this reference, which is the invoice number in the lists of settled and unsettled
 * transactions.
 */
export async function findCharge(calls: AuthorizenetCalls, login: Login, sought: Sought): Promise<FoundCharge> {
  const outcomes = (await findTransactions(calls, login, sought)).map(outcomeLater);
  const found = outcomes.find(({ state }) => state !== 'declined') ?? outcomes[0];
  return found ?? (isSure(sought) ? 'none' : 'not-yet');
}

/** The details of every transaction with this reference, which is a charge or a refund. */
export async function findTransactions(calls: AuthorizenetCalls, login: Login, sought: Sought): Promise<Details[]> {
  const unsettled = await idsIn(calls, (page) => unsettledRequest(login, page), sought);
  const ids = unsettled.length > 0 ? unsettled : await settledIds(calls, login, sought);
  const details: Details[] = [];
  for (const id of ids) {
    const { transaction } = requireOkAnswer(await calls.ask(detailsRequest(login, id), DetailsAnswer));
    if (!transaction) throw new PaymentUnknown('Authorize.Net lists a transaction and tells nothing of it.');
    details.push(transaction);
  }
  return details;
}

/** Whether an attempt that is not listed can no longer arrive. */
export function isSure({ now, begun }: Sought): boolean {
  return now.getTime() - begun.getTime() >= SURE_AFTER_MS;
}

async function settledIds(calls: AuthorizenetCalls, login: Login, sought: Sought): Promise<string[]> {
  const from = new Date(sought.begun.getTime() - CLOCKS_DIFFER_MS);
  const until = new Date(Math.min(sought.now.getTime(), from.getTime() + SETTLED_WITHIN_MS));
  const { batchList = [] } = requireOkAnswer(await calls.ask(settledBatchesRequest(login, from, until), BatchesAnswer));
  for (const { batchId } of batchList) {
    const ids = await idsIn(calls, (page) => batchRequest(login, batchId, page), sought);
    if (ids.length > 0) return ids;
  }
  return [];
}

/** Newest first, so that the search ends with the first transaction from before the attempt. */
async function idsIn(
  calls: AuthorizenetCalls,
  request: (page: number) => ApiRequest,
  { reference, begun }: Sought,
): Promise<string[]> {
  for (let page = 1; ; page += 1) {
    const { transactions = [] } = requireOkAnswer(await calls.ask(request(page), ListAnswer));
    const ids = transactions.filter(({ invoiceNumber }) => invoiceNumber === reference).map(({ transId }) => transId);
    const oldest = transactions.at(-1);
    const isPast = !oldest || Date.parse(oldest.submitTimeUTC) < begun.getTime() - CLOCKS_DIFFER_MS;
    if (ids.length > 0 || isPast || transactions.length < PAGE_SIZE) return ids;
  }
}

/** Throws on a refused list: treated as an empty one, it would allow a second charge. */
export function requireOkAnswer<A extends Answer>(answer: A): A {
  if (answer.messages.resultCode === 'Ok') return answer;
  throw new PaymentUnavailable(`Authorize.Net answered ${codeOf(answer)} to a question for transactions.`);
}
