import { CardDetails } from '../../../ports/card-details.ts';
import { CardToken } from '../../../ports/card-token.ts';
import type { BillTo, CardAtGateway, Charge, Customer, NewCard } from '../../../ports/payments.ts';

/**
 * Requests to Authorize.Net.
 * @NOTE it validates JSON against an XML schema, so the order of fields matters: each object is written in the schema's
 * order, and a test compares them.
 */

export type Login = { readonly login: string; readonly key: string };

export type ApiRequest = Readonly<Record<string, object>>;

/**
 * The reference of the attempt is also the invoice number: the only field of the request that the gateway's lists show.
 */
export function chargeRequest(login: Login, charge: Charge): ApiRequest {
  const { card, customer } = charge;
  return {
    createTransactionRequest: {
      ...authentication(login),
      refId: charge.reference,
      transactionRequest: {
        transactionType: 'authCaptureTransaction',
        amount: dollars(charge.amountCents),
        // A saved card has its own billing address, and the gateway refuses another one (E00093).
        ...(isNew(card) ? { payment: payment(card) } : { profile: buildStoredCardProfile(card) }),
        order: { invoiceNumber: charge.reference, description: cut(charge.description, 255) },
        poNumber: cut(charge.invoiceNumber, 25),
        customer: { id: cut(charge.customer.id, 20), ...(customer.email && { email: cut(customer.email, 255) }) },
        ...(isNew(card) && charge.billTo && { billTo: billTo(charge.billTo) }),
        transactionSettings: { setting: [{ settingName: 'duplicateWindow', settingValue: DUPLICATE_WINDOW_SECONDS }] },
      },
    },
  };
}

/** The longest window that the gateway allows. It is a second protection: the stored attempt is the first. */
const DUPLICATE_WINDOW_SECONDS = '28800';

export function voidRequest(login: Login, transactionId: string): ApiRequest {
  return {
    createTransactionRequest: {
      ...authentication(login),
      transactionRequest: { transactionType: 'voidTransaction', refTransId: transactionId },
    },
  };
}

export function createCustomerRequest(login: Login, customer: Customer, card: NewCard): ApiRequest {
  return {
    createCustomerProfileRequest: {
      ...authentication(login),
      profile: {
        merchantCustomerId: customer.reference,
        ...(customer.email && { email: cut(customer.email, 255) }),
        paymentProfiles: paymentProfile(card),
      },
      validationMode: 'testMode',
    },
  };
}

export function addCardRequest(login: Login, customerId: string, card: NewCard): ApiRequest {
  return {
    createCustomerPaymentProfileRequest: {
      ...authentication(login),
      customerProfileId: customerId,
      paymentProfile: paymentProfile(card),
      validationMode: 'testMode',
    },
  };
}

/** Updates a saved card with its newer details. */
export function renewCardRequest(login: Login, { customerId, cardId }: CardAtGateway, card: CardDetails): ApiRequest {
  return {
    updateCustomerPaymentProfileRequest: {
      ...authentication(login),
      customerProfileId: customerId,
      paymentProfile: { ...paymentProfile(card), customerPaymentProfileId: cardId },
      validationMode: 'testMode',
    },
  };
}

/** Updates a saved card whose number is not known here; the gateway takes its own masked number back. */
export function renewExpiryRequest(login: Login, { customerId, cardId }: CardAtGateway, card: MaskedCard): ApiRequest {
  const creditCard = { cardNumber: `XXXX${card.last4}`, expirationDate: card.expires };
  return {
    updateCustomerPaymentProfileRequest: {
      ...authentication(login),
      customerProfileId: customerId,
      paymentProfile: {
        billTo: splitHolderName(card.holder),
        payment: { creditCard },
        customerPaymentProfileId: cardId,
      },
      validationMode: 'testMode',
    },
  };
}

type MaskedCard = { readonly last4: string; readonly expires: string; readonly holder: string };

export function readCustomerRequest(login: Login, by: { customerId: string } | { reference: string }): ApiRequest {
  return {
    getCustomerProfileRequest: {
      ...authentication(login),
      ...('customerId' in by ? { customerProfileId: by.customerId } : { merchantCustomerId: by.reference }),
      unmaskExpirationDate: true,
    },
  };
}

export function deleteCardRequest(login: Login, { customerId, cardId }: CardAtGateway): ApiRequest {
  return {
    deleteCustomerPaymentProfileRequest: {
      ...authentication(login),
      customerProfileId: customerId,
      customerPaymentProfileId: cardId,
    },
  };
}

const newestFirst = { sorting: { orderBy: 'submitTimeUTC', orderDescending: true } };

/** Pages count from 1. */
export function unsettledRequest(login: Login, page: number): ApiRequest {
  return {
    getUnsettledTransactionListRequest: {
      ...authentication(login),
      ...newestFirst,
      paging: { limit: PAGE_SIZE, offset: page },
    },
  };
}

export const PAGE_SIZE = 1_000;

export function settledBatchesRequest(login: Login, from: Date, until: Date): ApiRequest {
  return {
    getSettledBatchListRequest: {
      ...authentication(login),
      firstSettlementDate: from.toISOString(),
      lastSettlementDate: until.toISOString(),
    },
  };
}

export function batchRequest(login: Login, batchId: string, page: number): ApiRequest {
  return {
    getTransactionListRequest: {
      ...authentication(login),
      batchId,
      ...newestFirst,
      paging: { limit: PAGE_SIZE, offset: page },
    },
  };
}

export function detailsRequest(login: Login, transactionId: string): ApiRequest {
  return { getTransactionDetailsRequest: { ...authentication(login), transId: transactionId } };
}

export function authentication({ login, key }: Login) {
  return { merchantAuthentication: { name: login, transactionKey: key } };
}

function isNew(card: Charge['card']): card is NewCard {
  return card instanceof CardDetails || card instanceof CardToken;
}

function paymentProfile(card: NewCard) {
  return { billTo: splitHolderName(card.holder), payment: payment(card) };
}

function payment(card: NewCard) {
  if (card instanceof CardToken) {
    return { opaqueData: { dataDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT', dataValue: card.revealToken() } };
  }
  return {
    creditCard: { cardNumber: card.revealNumber(), expirationDate: card.expires, cardCode: card.revealCode() },
  };
}

function buildStoredCardProfile({ customerId, cardId }: CardAtGateway) {
  return { customerProfileId: customerId, paymentProfile: { paymentProfileId: cardId } };
}

function billTo(to: BillTo) {
  return {
    firstName: cut(to.firstName, 50),
    lastName: cut(to.lastName, 50),
    ...(to.company && { company: cut(to.company, 50) }),
    address: cut(to.address, 60),
    city: cut(to.city, 40),
    state: cut(to.state, 40),
    zip: cut(to.zip, 20),
    country: cut(to.country, 60),
  };
}

/** Splits the name on a card into the gateway's two fields. */
function splitHolderName(holder: string) {
  const words = holder.trim().split(/\s+/);
  const last = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: cut(words.join(' '), 50), ...(last && { lastName: cut(last, 50) }) };
}

export function dollars(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents <= 0) throw new RangeError('An amount is a whole number of cents above 0.');
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** The gateway refuses longer texts (E00015). */
function cut(text: string, most: number): string {
  return [...text].slice(0, most).join('').trim();
}
