import { type Payments, PaymentUnavailable, PaymentUnknown } from '../../../ports/payments.ts';
import type { ChargeSettlement, FoundRefund, NewRefund, RefundOutcome } from '../../../ports/refunds.ts';
import { codeOf, type Details, DetailsAnswer, TransactionAnswer } from './authorizenet-answers.ts';
import type { AuthorizenetCalls } from './authorizenet-calls.ts';
import { findTransactions, isSure } from './authorizenet-find-charge.ts';
import { DUPLICATE } from './authorizenet-reasons.ts';
import { type ApiRequest, authentication, detailsRequest, dollars, type Login } from './authorizenet-requests.ts';

const NOT_FOUND = 'E00040';
const UNKNOWN_ERROR = 'E00000';

/** The card is named by its last digits; the gateway knows the rest from the charge. */
export function refundRequest(login: Login, refund: NewRefund): ApiRequest {
  return {
    createTransactionRequest: {
      ...authentication(login),
      refId: refund.reference,
      transactionRequest: {
        transactionType: 'refundTransaction',
        amount: dollars(refund.amountCents),
        payment: { creditCard: { cardNumber: refund.last4, expirationDate: 'XXXX' } },
        refTransId: refund.transactionId,
        order: { invoiceNumber: refund.reference },
        // Two equal parts of one charge are two refunds; the reference tells them apart, not a window of time.
        transactionSettings: { setting: [{ settingName: 'duplicateWindow', settingValue: '0' }] },
      },
    },
  };
}

/** Gives back settled charges at Authorize.Net. */
export function authorizenetRefunds(
  calls: AuthorizenetCalls,
  login: Login,
  now: () => Date,
): Pick<Payments, 'refund' | 'findRefund' | 'settlementOf'> {
  return {
    async refund(refund) {
      const last4 = refund.last4 || (await readLast4(calls, login, refund.transactionId));
      if (last4 === '') return refusalBy('no card');
      const answer = await calls.ask(refundRequest(login, { ...refund, last4 }), TransactionAnswer);
      const { transactionResponse: told, messages } = answer;
      const error = told?.errors?.[0]?.errorCode;
      if (error !== undefined && DUPLICATE.has(error)) {
        throw new PaymentUnknown('Authorize.Net has had this refund before; what became of it must be looked up.');
      }
      const refundId = told?.transId && told.transId !== '0' ? told.transId : null;
      if (messages.resultCode === 'Ok' && told?.responseCode === '1' && refundId !== null) {
        return { state: 'refunded', refundId };
      }
      if (error !== undefined) return refusalBy(error);
      // Without a transaction nothing was begun, and another attempt would be refused for the same reason.
      const isRefused = messages.resultCode === 'Error' && told === undefined && codeOf(answer) !== UNKNOWN_ERROR;
      if (isRefused) return refusalBy(codeOf(answer));
      throw new PaymentUnknown('Authorize.Net answered a refund with neither yes nor no.');
    },

    async findRefund(reference, begun): Promise<FoundRefund> {
      const sought = { reference, begun, now: now() };
      const outcomes = (await findTransactions(calls, login, sought)).map(outcomeOf);
      const outcome = outcomes.find(({ state }) => state === 'refunded') ?? outcomes[0];
      return outcome ?? (isSure(sought) ? 'none' : 'not-yet');
    },

    async settlementOf(transactionId) {
      const answer = await calls.ask(detailsRequest(login, transactionId), DetailsAnswer);
      if (answer.transaction) return settlementIn(answer.transaction);
      if (codeOf(answer) === NOT_FOUND) return null;
      throw new PaymentUnavailable(`Authorize.Net answered ${codeOf(answer)} to a question for details.`);
    },
  };
}

/** The last digits as the gateway has them: a person's erasure takes them from the product. */
async function readLast4(calls: AuthorizenetCalls, login: Login, transactionId: string): Promise<string> {
  const { transaction } = await calls.ask(detailsRequest(login, transactionId), DetailsAnswer);
  return /\d{4}$/.exec(transaction?.payment?.creditCard?.cardNumber ?? '')?.[0] ?? '';
}

const refusals: Readonly<Record<string, RefundOutcome & { state: 'refused' }>> = {
  50: { state: 'refused', reason: 'not_settled', message: 'This charge has not settled yet.' },
  54: { state: 'refused', reason: 'not_creditable', message: 'This charge cannot be refunded.' },
  55: { state: 'refused', reason: 'too_much', message: 'The refunds would exceed the charge.' },
};

function refusalBy(code: string): RefundOutcome {
  const message = `The card payment provider did not make the refund (reason ${code}).`;
  return refusals[code] ?? { state: 'refused', reason: 'other', message };
}

const GIVEN_BACK = new Set(['refundPendingSettlement', 'refundSettledSuccessfully']);
const NOT_GIVEN_BACK = new Set([
  'voided',
  'declined',
  'expired',
  'generalError',
  'communicationError',
  'settlementError',
  'failedReview',
]);

function outcomeOf({ transId, transactionStatus, responseReasonCode }: Details): RefundOutcome {
  if (GIVEN_BACK.has(transactionStatus)) return { state: 'refunded', refundId: transId };
  if (NOT_GIVEN_BACK.has(transactionStatus)) return refusalBy(responseReasonCode ?? transactionStatus);
  throw new PaymentUnknown(`Authorize.Net calls a refund ${transactionStatus}.`);
}

const UNSETTLED = new Set([
  'authorizedPendingCapture',
  'capturedPendingSettlement',
  'approvedReview',
  'pendingSettlement',
  'pendingFinalSettlement',
  'updatingSettlement',
  'underReview',
  'FDSPendingReview',
  'FDSAuthorizedPendingReview',
  'authorizedPendingRelease',
]);
const WITHOUT_MONEY = new Set(['declined', 'expired', 'failedReview', 'generalError', 'communicationError']);

const CLOSED = new Set(['settlementError', 'chargeback', 'chargebackReversal', 'returnedItem']);

function settlementIn({ transactionStatus: status, batch }: Details): ChargeSettlement | null {
  if (status === 'voided') return { state: 'voided' };
  if (UNSETTLED.has(status)) return { state: 'unsettled' };
  if (CLOSED.has(status)) return { state: 'closed', status };
  if (WITHOUT_MONEY.has(status)) return null;
  if (status === 'settledSuccessfully' && batch?.settlementTimeUTC) {
    return { state: 'settled', settledAt: new Date(batch.settlementTimeUTC) };
  }
  throw new PaymentUnknown(`Authorize.Net calls a transaction ${status}.`);
}
