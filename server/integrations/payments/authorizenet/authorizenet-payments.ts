import { StartupProblem } from '../../../kernel/startup-problem.ts';
import { CardToken } from '../../../ports/card-token.ts';
import {
  type CardAtGateway,
  CardRefused,
  type Customer,
  type NewCard,
  type Payments,
  PaymentUnavailable,
  PaymentUnknown,
} from '../../../ports/payments.ts';
import { keepsSecrets } from '../../http-call.ts';
import { withoutNumbers } from '../mask-numbers.ts';
import {
  type Answer,
  BareAnswer,
  CardAnswer,
  CustomerAnswer,
  cardsIn,
  codeOf,
  DetailsAnswer,
  idInText,
  outcomeIn,
  ProfileAnswer,
  TransactionAnswer,
} from './authorizenet-answers.ts';
import { type AuthorizenetCalls, authorizenetCalls } from './authorizenet-calls.ts';
import { findCharge } from './authorizenet-find-charge.ts';
import { reasonIsAbout, reasonWords } from './authorizenet-reasons.ts';
import { authorizenetRefunds } from './authorizenet-refunds.ts';
import {
  addCardRequest,
  chargeRequest,
  createCustomerRequest,
  deleteCardRequest,
  detailsRequest,
  type Login,
  readCustomerRequest,
  renewCardRequest,
  voidRequest,
} from './authorizenet-requests.ts';
import { authorizenetSettlements } from './authorizenet-settlements.ts';
import { authorizenetTokeniser, renewByToken } from './authorizenet-tokens.ts';

export type AuthorizenetAccount = Login & {
  readonly url: string;
  /** The public key with which pages make tokens, and the address at which they do. */
  readonly clientKey: string;
  readonly browserUrl: string;
  readonly patienceMs: number;
  readonly clock?: () => Date;
};

const DUPLICATE_RECORD = 'E00039';
const NOT_FOUND = 'E00040';
const TOO_MANY = 'E00042';
const PAYS_A_SUBSCRIPTION = 'E00105';
const ALREADY_VOIDED = '310';

/** The JSON API of Authorize.Net. Card numbers pass through in memory and are neither stored nor repeated. */
export function authorizenetPayments(account: AuthorizenetAccount): Payments {
  const login = requireAuthorizenetLogin(account);
  const tokeniser = authorizenetTokeniser(account);
  const calls = authorizenetCalls(account);
  const now = account.clock ?? (() => new Date());

  async function addCard(customerId: string, card: NewCard): Promise<CardAtGateway> {
    const answer = await calls.ask(addCardRequest(login, customerId, card), CardAnswer);
    const cardId = answer.customerPaymentProfileId;
    if (answer.messages.resultCode === 'Ok' && cardId) return { customerId, cardId };
    if (codeOf(answer) !== DUPLICATE_RECORD) throw refusal(answer, answer.validationDirectResponse);
    // The schema promises the id for a duplicate too; the text always has it.
    const known = cardId ?? idInText(answer);
    if (!known) throw new PaymentUnknown('Authorize.Net has this card already and does not tell its id.');
    if (card instanceof CardToken) return renewByToken(calls, login, { customerId, cardId: known }, card);
    const renewed = await calls.ask(renewCardRequest(login, { customerId, cardId: known }, card), CardAnswer);
    if (renewed.messages.resultCode !== 'Ok') throw refusal(renewed, renewed.validationDirectResponse);
    return { customerId, cardId: known };
  }

  return {
    name: 'authorizenet',
    tokeniser,
    ...authorizenetRefunds(calls, login, now),
    ...authorizenetSettlements(calls, login),

    async createCustomer(customer, card) {
      // A token works once, so it must not be spent on a customer who exists already.
      const existing = card instanceof CardToken ? await findCustomer(calls, login, customer) : null;
      if (existing) return addCard(existing, card);
      const answer = await calls.ask(createCustomerRequest(login, customer, card), CustomerAnswer);
      const cardId = answer.customerPaymentProfileIdList?.[0];
      if (answer.messages.resultCode === 'Ok' && answer.customerProfileId && cardId) {
        return { customerId: answer.customerProfileId, cardId };
      }
      if (codeOf(answer) !== DUPLICATE_RECORD) throw refusal(answer);
      return addCard(answer.customerProfileId ?? idInText(answer) ?? (await customerBy(calls, login, customer)), card);
    },

    addCard,

    async listCards(customerId) {
      const answer = await calls.ask(readCustomerRequest(login, { customerId }), ProfileAnswer);
      if (answer.messages.resultCode === 'Ok') return cardsIn(answer);
      if (codeOf(answer) === NOT_FOUND) return [];
      throw new PaymentUnavailable(`Authorize.Net answered ${codeOf(answer)} to a list of cards.`);
    },

    async deleteCard(card) {
      const answer = await calls.ask(deleteCardRequest(login, card), BareAnswer);
      if (answer.messages.resultCode === 'Ok' || codeOf(answer) === NOT_FOUND) return;
      if (codeOf(answer) === PAYS_A_SUBSCRIPTION) throw new CardRefused('This card pays for a subscription.');
      throw new PaymentUnavailable(`Authorize.Net answered ${codeOf(answer)} to deleting a card.`);
    },

    async charge(charge) {
      return outcomeIn(await calls.ask(chargeRequest(login, charge), TransactionAnswer));
    },

    findCharge: (reference, begun) => findCharge(calls, login, { reference, begun, now: now() }),

    async void(transactionId) {
      const answer = await calls.ask(voidRequest(login, transactionId), TransactionAnswer);
      const { messages, errors, responseCode } = answer.transactionResponse ?? {};
      const isVoided = messages?.some(({ code }) => code === ALREADY_VOIDED) || responseCode === '1';
      if (isVoided || errors?.some(({ errorCode }) => errorCode === ALREADY_VOIDED)) return;
      if (errors === undefined) throw new PaymentUnknown('Authorize.Net answered a void with neither yes nor no.');
      throw new PaymentUnavailable('Authorize.Net did not take the transaction back.');
    },

    async details(transactionId) {
      const answer = await calls.ask(detailsRequest(login, transactionId), DetailsAnswer);
      if (answer.transaction) {
        const { transId } = answer.transaction;
        return { transactionId: transId, facts: withoutNumbers({ transaction_id: transId, ...answer.transaction }) };
      }
      if (codeOf(answer) === NOT_FOUND) return null;
      throw new PaymentUnavailable(`Authorize.Net answered ${codeOf(answer)} to a question for details.`);
    },

    close: async () => {},
  };
}

async function customerBy(calls: AuthorizenetCalls, login: Login, customer: Customer): Promise<string> {
  const id = await findCustomer(calls, login, customer);
  if (!id) throw new PaymentUnknown('Authorize.Net has this customer already and does not tell their id.');
  return id;
}

async function findCustomer(calls: AuthorizenetCalls, login: Login, { reference }: Customer): Promise<string | null> {
  const { profile } = await calls.ask(readCustomerRequest(login, { reference }), ProfileAnswer);
  return profile?.customerProfileId ?? null;
}

/** A refused card, in words for its owner. The third field of the old validation string is the reason. */
function refusal(answer: Answer, validation = ''): Error {
  const code = codeOf(answer);
  if (code === NOT_FOUND) return new PaymentUnavailable('Authorize.Net no longer knows this customer.');
  if (code === TOO_MANY) return new CardRefused('No more cards can be saved in this account.');
  const reason = validation.split(',')[2] ?? '';
  return new CardRefused(reason ? reasonWords(reason) : 'This card was not accepted.', reasonIsAbout(reason));
}

function requireAuthorizenetLogin({ login, key, url }: AuthorizenetAccount): Login {
  if (!/^[\x21-\x7e]{1,25}$/.test(login)) {
    throw new StartupProblem('AUTHORIZENET_LOGIN must be the API login id of an Authorize.Net account.');
  }
  if (!/^[\x21-\x7e]{1,64}$/.test(key)) {
    throw new StartupProblem('AUTHORIZENET_KEY must be the transaction key of that account.');
  }
  const address = URL.canParse(url) ? new URL(url) : null;
  // Card numbers never cross a network unencrypted; a fake on loopback is exempt.
  const isSafe = address !== null && keepsSecrets(address);
  if (!isSafe) {
    throw new StartupProblem('AUTHORIZENET_URL must look like https://api.authorize.net/xml/v1/request.api.');
  }
  return { login, key };
}
