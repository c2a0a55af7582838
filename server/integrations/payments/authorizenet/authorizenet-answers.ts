import { type CardBrand, cardBrands } from '@vialkeep/contract/card-number.ts';
import { z } from 'zod';
import { type ChargeOutcome, type KnownCard, PaymentUnavailable, PaymentUnknown } from '../../../ports/payments.ts';
import { DUPLICATE, reasonWords } from './authorizenet-reasons.ts';

/** Ids are digits in text; some calls return them as numbers. */
const Id = z.union([z.string(), z.number()]).transform(String);

/** The fields that every answer has. */
export const BareAnswer = z.object({
  messages: z.object({
    resultCode: z.enum(['Ok', 'Error']),
    message: z.array(z.object({ code: z.string(), text: z.string() })),
  }),
});
export type Answer = z.infer<typeof BareAnswer>;

/** `messages` and `errors` are plain lists here, unlike in the vendor's own libraries. */
export const TransactionAnswer = BareAnswer.extend({
  transactionResponse: z
    .object({
      responseCode: Id.optional(),
      authCode: z.string().optional(),
      transId: Id.optional(),
      accountNumber: z.string().optional(),
      accountType: z.string().optional(),
      messages: z.array(z.object({ code: Id })).optional(),
      errors: z.array(z.object({ errorCode: Id })).optional(),
    })
    .optional(),
});

export const CustomerAnswer = BareAnswer.extend({
  customerProfileId: Id.optional(),
  customerPaymentProfileIdList: z.array(Id).optional(),
});

export const CardAnswer = BareAnswer.extend({
  customerPaymentProfileId: Id.optional(),
  validationDirectResponse: z.string().optional(),
});

export const ProfileAnswer = BareAnswer.extend({
  profile: z
    .object({
      customerProfileId: Id,
      paymentProfiles: z
        .array(
          z.object({
            customerPaymentProfileId: Id,
            billTo: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }).optional(),
            payment: z.object({
              creditCard: z
                .object({ cardNumber: z.string(), expirationDate: z.string(), cardType: z.string().optional() })
                .optional(),
            }),
          }),
        )
        .optional(),
    })
    .optional(),
});

export const ListAnswer = BareAnswer.extend({
  transactions: z
    .array(
      z.object({
        transId: Id,
        submitTimeUTC: z.string(),
        transactionStatus: z.string().optional(),
        invoiceNumber: z.string().optional(),
        settleAmount: z.number().nonnegative().optional(),
      }),
    )
    .optional(),
  /** The number of transactions on all pages. */
  totalNumInResultSet: z.number().int().optional(),
});
export type ListedTransaction = NonNullable<z.infer<typeof ListAnswer>['transactions']>[number];

export const BatchesAnswer = BareAnswer.extend({
  batchList: z.array(z.object({ batchId: Id, settlementTimeUTC: z.string().optional() })).optional(),
});

export const DetailsAnswer = BareAnswer.extend({
  transaction: z
    .looseObject({
      transId: Id,
      transactionStatus: z.string(),
      responseReasonCode: Id.optional(),
      authCode: z.string().optional(),
      order: z.object({ invoiceNumber: z.string().optional() }).optional(),
      batch: z.looseObject({ settlementTimeUTC: z.string().optional() }).optional(),
      payment: z
        .looseObject({
          creditCard: z.looseObject({ cardNumber: z.string(), cardType: z.string().optional() }).optional(),
        })
        .optional(),
    })
    .optional(),
});
export type Details = NonNullable<z.infer<typeof DetailsAnswer>['transaction']>;

export function codeOf({ messages }: Answer): string {
  return messages.message[0]?.code ?? '';
}

/** 'A duplicate record with ID 20382791 already exists.' */
export function idInText({ messages }: Answer): string | null {
  return /\bID (\d+)/i.exec(messages.message[0]?.text ?? '')?.[1] ?? null;
}

/** Checks the fields in the vendor's order. A decline also comes with resultCode Ok. */
export function outcomeIn(answer: z.infer<typeof TransactionAnswer>): ChargeOutcome {
  const { transactionResponse: told, messages } = answer;
  if (!told) return withoutTransaction(answer);
  const error = told.errors?.[0]?.errorCode;
  const transactionId = told.transId && told.transId !== '0' ? told.transId : null;
  if (DUPLICATE.has(error ?? '')) {
    throw new PaymentUnknown('Authorize.Net has had this charge before; what became of it must be looked up.');
  }
  const isAnswered = messages.resultCode === 'Ok' && told.messages !== undefined && transactionId !== null;
  if (isAnswered && (told.responseCode === '1' || told.responseCode === '4')) {
    const taken = { transactionId, brand: brandIn(told.accountType), last4: last4In(told.accountNumber) };
    return told.responseCode === '1'
      ? { ...taken, state: 'approved', authCode: told.authCode ?? '' }
      : { ...taken, state: 'held' };
  }
  const isRefused = messages.resultCode === 'Error' || error !== undefined || told.responseCode === '2';
  if (isRefused || told.responseCode === '3') {
    return { state: 'declined', transactionId, message: reasonWords(error ?? told.responseCode ?? '') };
  }
  throw new PaymentUnknown('Authorize.Net answered a charge with neither yes nor no.');
}

/** Refused before a transaction existed: nothing was charged. */
function withoutTransaction(answer: Answer): ChargeOutcome {
  const code = codeOf(answer);
  if (answer.messages.resultCode === 'Ok') throw new PaymentUnknown('Authorize.Net answered a charge without it.');
  if (code === 'E00027') return { state: 'declined', transactionId: null, message: reasonWords('') };
  if (code === 'E00040') return { state: 'declined', transactionId: null, message: reasonWords('card-gone') };
  throw new PaymentUnavailable(`Authorize.Net answered ${code} to a charge.`);
}

const TAKEN = new Set([
  'authorizedPendingCapture',
  'capturedPendingSettlement',
  'settledSuccessfully',
  'approvedReview',
  'pendingSettlement',
  'pendingFinalSettlement',
  'updatingSettlement',
]);
const HELD = new Set(['underReview', 'FDSPendingReview', 'FDSAuthorizedPendingReview', 'authorizedPendingRelease']);
const REFUSED = new Set(['declined', 'expired', 'failedReview', 'generalError', 'communicationError']);

/** The outcome of a transaction, read later from its details. */
export function outcomeLater(details: Details): ChargeOutcome {
  const { transId: transactionId, transactionStatus: status, payment } = details;
  const card = payment?.creditCard;
  const taken = { transactionId, brand: brandIn(card?.cardType), last4: last4In(card?.cardNumber) };
  if (TAKEN.has(status)) return { ...taken, state: 'approved', authCode: details.authCode ?? '' };
  if (HELD.has(status)) return { ...taken, state: 'held' };
  if (status === 'voided') return { ...taken, state: 'voided' };
  if (REFUSED.has(status)) {
    return { state: 'declined', transactionId, message: reasonWords(details.responseReasonCode ?? '2') };
  }
  throw new PaymentUnknown(`Authorize.Net tells a transaction to be ${status}.`);
}

export function cardsIn({ profile }: z.infer<typeof ProfileAnswer>): readonly KnownCard[] {
  return (profile?.paymentProfiles ?? []).flatMap(({ customerPaymentProfileId, billTo, payment: { creditCard } }) =>
    creditCard
      ? [
          {
            cardId: customerPaymentProfileId,
            brand: brandIn(creditCard.cardType),
            last4: last4In(creditCard.cardNumber),
            holder: [billTo?.firstName, billTo?.lastName].filter(Boolean).join(' '),
            expires: creditCard.expirationDate,
          },
        ]
      : [],
  );
}

function brandIn(type: string | undefined): CardBrand {
  return cardBrands.find((brand) => brand.toLowerCase() === type?.replaceAll(' ', '').toLowerCase()) ?? 'Card';
}

/** 'XXXX1111' → '1111' */
function last4In(masked: string | undefined): string {
  return /\d{4}$/.exec(masked ?? '')?.[0] ?? '';
}
