import { brandOf } from '@vialkeep/contract/card-number.ts';
import { z } from 'zod';
import { fakeRefund, type RefundRequest, settleBatch } from './fake-refunds.ts';
import { listBatches, listPage, spansTooMuch } from './fake-settlements.ts';
import type { StandInTransaction } from './stand-in-transaction.ts';

const Card = z.object({ cardNumber: z.string(), expirationDate: z.string(), cardCode: z.string().optional() });
const CardProfile = z.object({
  billTo: z.object({ firstName: z.string(), lastName: z.string().optional() }),
  payment: z.object({ creditCard: Card }),
});
const NewCustomer = z.object({ merchantCustomerId: z.string(), paymentProfiles: z.unknown() });
const RenewedCard = CardProfile.extend({ customerPaymentProfileId: z.string() });
const Transaction = z.object({
  transactionType: z.string(),
  amount: z.string().optional(),
  payment: z.object({ creditCard: Card }).optional(),
  profile: z
    .object({ customerProfileId: z.string(), paymentProfile: z.object({ paymentProfileId: z.string() }) })
    .optional(),
  refTransId: z.string().optional(),
  order: z.object({ invoiceNumber: z.string() }).optional(),
  billTo: z.unknown().optional(),
});

type Kept = { id: string; customerId: string; number: string; expires: string; holder: string };
/** Card numbers with a special behaviour: the same as in the gateway's sandbox where it has one. */
const DECLINED = '4000000000000002';
const HELD = '4000000000000259';
const DECLINED_LATER = '4000000000000721';
const NOT_TAKEN = '30569309025904';

export type StandInBooks = ReturnType<typeof fakeLedger>;

/** The state of the fake gateway, and its answer to each call. */
export function fakeLedger(clock: () => Date) {
  const customers = new Map<string, string>();
  const cards: Kept[] = [];
  const transactions: StandInTransaction[] = [];
  let last = 60_000_000_000;
  const nextId = () => String((last += 1));

  function keepCard(customerId: string, profile: unknown) {
    const { billTo, payment } = CardProfile.parse(profile);
    const { cardNumber: number, expirationDate: expires } = payment.creditCard;
    const holder = [billTo.firstName, billTo.lastName].filter(Boolean).join(' ');
    const known = cards.find((card) => card.customerId === customerId && card.number === number);
    if (known) return { known };
    if (number === NOT_TAKEN) return { refused: '17' };
    const card = { id: nextId(), customerId, number, expires, holder };
    cards.push(card);
    return { card };
  }

  const answers: Record<string, (body: Record<string, unknown>) => object> = {
    createCustomerProfileRequest({ profile }) {
      const { merchantCustomerId, paymentProfiles } = NewCustomer.parse(profile);
      const known = [...customers].find(([, reference]) => reference === merchantCustomerId)?.[0];
      if (known) return failure('E00039', `A duplicate record with ID ${known} already exists.`);
      const id = nextId();
      const kept = keepCard(id, paymentProfiles);
      if (kept.refused) return failure('E00027', 'The transaction was unsuccessful.');
      customers.set(id, merchantCustomerId);
      return success({
        customerProfileId: id,
        customerPaymentProfileIdList: [kept.card?.id],
        customerShippingAddressIdList: [],
      });
    },

    createCustomerPaymentProfileRequest({ customerProfileId, paymentProfile }) {
      const id = String(customerProfileId);
      if (!customers.has(id)) return failure('E00040', 'The record cannot be found.');
      const { known, refused, card } = keepCard(id, paymentProfile);
      if (known) {
        const told = failure('E00039', 'A duplicate customer payment profile already exists.');
        return { customerProfileId: id, customerPaymentProfileId: known.id, ...told };
      }
      if (refused) {
        const line = `3,1,${refused},The merchant does not accept this type of credit card.,,P,0`;
        return { validationDirectResponse: line, ...failure('E00027', 'The transaction was unsuccessful.') };
      }
      return success({
        customerProfileId: id,
        customerPaymentProfileId: card?.id,
        validationDirectResponse: '1,1,1,…',
      });
    },

    updateCustomerPaymentProfileRequest({ paymentProfile }) {
      const { customerPaymentProfileId, payment } = RenewedCard.parse(paymentProfile);
      const card = cards.find(({ id }) => id === customerPaymentProfileId);
      if (!card) return failure('E00040', 'The record cannot be found.');
      card.expires = payment.creditCard.expirationDate;
      return success({ validationDirectResponse: '1,1,1,…' });
    },

    getCustomerProfileRequest({ customerProfileId, merchantCustomerId }) {
      const id = [...customers].find(
        ([known, reference]) => known === customerProfileId || reference === merchantCustomerId,
      )?.[0];
      if (!id) return failure('E00040', 'The record cannot be found.');
      const paymentProfiles = cards
        .filter(({ customerId }) => customerId === id)
        .map((card) => ({
          customerPaymentProfileId: card.id,
          billTo: { firstName: card.holder },
          payment: {
            creditCard: {
              cardNumber: masked(card.number),
              expirationDate: card.expires,
              cardType: brandOf(card.number),
            },
          },
        }));
      return success({ profile: { customerProfileId: id, merchantCustomerId: customers.get(id), paymentProfiles } });
    },

    deleteCustomerPaymentProfileRequest({ customerPaymentProfileId }) {
      const place = cards.findIndex(({ id }) => id === customerPaymentProfileId);
      if (place < 0) return failure('E00040', 'The record cannot be found.');
      cards.splice(place, 1);
      return success({});
    },

    createTransactionRequest({ refId, transactionRequest }) {
      const asked = Transaction.parse(transactionRequest);
      if (asked.transactionType === 'voidTransaction') return takeBack(asked.refTransId ?? '');
      if (asked.transactionType === 'refundTransaction') return refund(String(refId), asked);
      return charge(String(refId), asked);
    },

    getUnsettledTransactionListRequest: ({ paging }) =>
      success(listPage(transactions, (one) => one.batchId === null, paging)),

    getSettledBatchListRequest({ firstSettlementDate, lastSettlementDate }) {
      const range = { from: String(firstSettlementDate), until: String(lastSettlementDate) };
      if (spansTooMuch(range)) return failure('E00013', 'The settlement dates span more than 31 days.');
      return success({ batchList: listBatches(transactions, range) });
    },

    getTransactionListRequest: ({ batchId, paging }) =>
      success(listPage(transactions, (one) => one.batchId === batchId, paging)),

    getTransactionDetailsRequest({ transId }) {
      const found = transactions.find((one) => one.transId === transId);
      if (!found) return failure('E00040', 'The record cannot be found.');
      return success({
        transaction: {
          transId: found.transId,
          submitTimeUTC: found.submitted.toISOString(),
          transactionStatus: found.status,
          responseCode: Number(found.responseCode),
          responseReasonCode: Number(found.responseCode),
          authCode: found.responseCode === '1' ? 'ABC123' : '',
          order: { invoiceNumber: found.invoiceNumber },
          ...(found.settled && {
            batch: {
              batchId: found.batchId,
              settlementTimeUTC: found.settled.toISOString(),
              settlementState: 'settledSuccessfully',
            },
          }),
          ...(found.refTransId && { refTransId: found.refTransId }),
          authAmount: Number(found.amount),
          payment: {
            creditCard: { cardNumber: masked(found.number), expirationDate: 'XXXX', cardType: brandOf(found.number) },
          },
        },
        transrefId: found.refId,
      });
    },
  };

  function charge(refId: string, asked: z.infer<typeof Transaction>): object {
    if (asked.profile && asked.billTo) return failure('E00093', 'PaymentProfile cannot be sent with billing data.');
    const kept = cards.find(({ id }) => id === asked.profile?.paymentProfile.paymentProfileId);
    const number = asked.payment?.creditCard.cardNumber ?? kept?.number;
    if (!number) return failure('E00040', 'Customer Profile ID or Customer Payment Profile ID not found.');
    const invoiceNumber = asked.order?.invoiceNumber ?? '';
    const amount = asked.amount ?? '';
    const twin = transactions.find(
      (one) => one.invoiceNumber === invoiceNumber && one.amount === amount && one.number === number,
    );
    if (twin) {
      const errors = [{ errorCode: '11', errorText: 'A duplicate transaction has been submitted.' }];
      const rejected = { responseCode: '3', authCode: '', transId: '0', accountNumber: masked(number), errors };
      return { transactionResponse: rejected, refId, ...failure('E00027', 'The transaction was unsuccessful.') };
    }
    const isDeclined = number === DECLINED || (number === DECLINED_LATER && asked.profile !== undefined);
    const responseCode = isDeclined ? '2' : number === HELD ? '4' : '1';
    const status = { 1: 'capturedPendingSettlement', 2: 'declined', 4: 'FDSPendingReview' }[responseCode];
    const made: StandInTransaction = {
      transId: nextId(),
      refId,
      invoiceNumber,
      amount,
      number,
      status,
      responseCode,
      submitted: clock(),
      batchId: null,
    };
    transactions.push(made);
    return { ...answered(made), refId, ...success({}) };
  }

  function takeBack(transId: string): object {
    const found = transactions.find((one) => one.transId === transId);
    if (!found || found.settled) return unsuccessful('16', 'The transaction cannot be found.');
    const code = found.status === 'voided' ? '310' : '1';
    found.status = 'voided';
    return success({
      transactionResponse: { responseCode: '1', transId, messages: [{ code, description: 'Voided.' }] },
    });
  }

  const refund = (refId: string, asked: RefundRequest) => {
    const outcome = fakeRefund(transactions, asked, { refId, transId: nextId(), now: clock() });
    if ('refused' in outcome) return unsuccessful(outcome.refused, 'The refund is refused.');
    return { ...answered(outcome.made), refId, ...success({}) };
  };

  return {
    cards,
    customers,
    transactions,
    /** Closes a batch: what is not settled is now. */
    settle: () => settleBatch(transactions, nextId(), clock()),
    answer: (name: string, body: Record<string, unknown>) => answers[name]?.(body) ?? null,
  };
}

/** A decline is an Ok with `errors` and without `messages`. */
function answered({ transId, responseCode, number }: StandInTransaction): object {
  const told = { responseCode, transId, accountNumber: masked(number), accountType: brandOf(number) };
  return {
    transactionResponse:
      responseCode === '2'
        ? { ...told, authCode: '', errors: [{ errorCode: '2', errorText: 'This transaction has been declined.' }] }
        : {
            ...told,
            authCode: 'ABC123',
            messages: [{ code: responseCode, description: 'This transaction has been approved.' }],
          },
  };
}

function masked(number: string): string {
  return `XXXX${number.slice(-4)}`;
}

function unsuccessful(errorCode: string, errorText: string): object {
  const transactionResponse = { responseCode: '3', transId: '0', errors: [{ errorCode, errorText }] };
  return { transactionResponse, ...failure('E00027', 'The transaction was unsuccessful.') };
}

function success(more: object): object {
  return { ...more, messages: { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] } };
}

function failure(code: string, text: string): object {
  return { messages: { resultCode: 'Error', message: [{ code, text }] } };
}
