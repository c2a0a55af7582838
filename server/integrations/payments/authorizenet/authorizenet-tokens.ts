import { StartupProblem } from '../../../kernel/startup-problem.ts';
import type { CardToken, Tokeniser } from '../../../ports/card-token.ts';
import { type CardAtGateway, PaymentUnavailable } from '../../../ports/payments.ts';
import { keepsSecrets } from '../../http-call.ts';
import { CardAnswer, cardsIn, codeOf, ProfileAnswer } from './authorizenet-answers.ts';
import type { AuthorizenetCalls } from './authorizenet-calls.ts';
import { type Login, readCustomerRequest, renewExpiryRequest } from './authorizenet-requests.ts';

type TokeniserAccount = { readonly login: string; readonly clientKey: string; readonly browserUrl: string };

/** Throws with the setting's name where a page could not make tokens. */
export function authorizenetTokeniser({ login, clientKey, browserUrl }: TokeniserAccount): Tokeniser {
  if (!/^[\x21-\x7e]{1,255}$/.test(clientKey)) {
    throw new StartupProblem('AUTHORIZENET_CLIENT_KEY must be the public client key of the Authorize.Net account.');
  }
  if (!URL.canParse(browserUrl) || !keepsSecrets(new URL(browserUrl))) {
    throw new StartupProblem('AUTHORIZENET_BROWSER_URL must look like https://api2.authorize.net/xml/v1/request.api.');
  }
  return { gateway: 'authorizenet', url: browserUrl, login, clientKey };
}

/** The token is spent on finding out that the card is saved already, so only the month is renewed, if it is known. */
export async function renewByToken(
  calls: AuthorizenetCalls,
  login: Login,
  card: CardAtGateway,
  { expires, holder }: CardToken,
): Promise<CardAtGateway> {
  if (expires === null) return card;
  const { customerId, cardId } = card;
  const known = cardsIn(await calls.ask(readCustomerRequest(login, { customerId }), ProfileAnswer));
  const saved = known.find((one) => one.cardId === cardId);
  if (!saved || saved.expires === expires) return card;
  const renewed = { last4: saved.last4, expires, holder };
  const answer = await calls.ask(renewExpiryRequest(login, card, renewed), CardAnswer);
  if (answer.messages.resultCode === 'Ok') return card;
  throw new PaymentUnavailable(`Authorize.Net answered ${codeOf(answer)} to renewing a card.`);
}
