import { Redacted } from '@vialkeep/contract/kernel/redacted.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { StartupProblem } from '../../../kernel/startup-problem.ts';
import { CardToken, CardTokenExpired } from '../../../ports/card-token.ts';
import { CardRefused, type Charge, type Payments, PaymentUnknown } from '../../../ports/payments.ts';
import { failureOf } from '../../../testing/failure-of.ts';
import { type AuthorizenetStandIn, fakeAuthorizenet } from '../../../testing/fakes/payments/fake-authorizenet.ts';
import { authorizenetPayments } from './authorizenet-payments.ts';

const VISA = '4111111111111111';
const MINUTE = 60_000;
const ANA = { reference: 'vk-0001', email: 'ana@clinic.test' };

let now: Date;
let gateway: AuthorizenetStandIn;
let payments: Payments;

beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  gateway = await fakeAuthorizenet(() => now);
  payments = open();
});
afterEach(() => gateway.close());

function open(changed: object = {}): Payments {
  return authorizenetPayments({ ...gateway.account, patienceMs: 30_000, clock: () => now, ...changed });
}

const Made = z.object({ opaqueData: z.object({ dataValue: z.string() }) });

/** Asks the stand-in for a token as a page does. */
async function tokenOf(number = VISA, { month = '082031', expires = null as string | null } = {}): Promise<CardToken> {
  const { login: name, clientKey, browserUrl } = gateway.account;
  const token = { cardNumber: number, expirationDate: month, cardCode: '987', fullName: 'Ana Ruiz' };
  const merchantAuthentication = { name, clientKey };
  const asked = { securePaymentContainerRequest: { merchantAuthentication, data: { type: 'TOKEN', id: '1', token } } };
  const answer = await fetch(browserUrl, { method: 'POST', body: JSON.stringify(asked) });
  const { dataValue } = Made.parse(await answer.json()).opaqueData;
  return new CardToken({ token: new Redacted(dataValue), holder: 'Ana Ruiz', expires });
}

function charge(card: Charge['card'], reference = 'att-1'): Charge {
  const about = { invoiceNumber: 'VK-17', description: 'Fee', customer: { id: '1014', email: '' }, billTo: null };
  return { ...about, reference, amountCents: 125_000, card };
}

describe('F106 Charges of a token at Authorize.Net', () => {
  test('a token is charged once; used again it is refused, and nothing more is charged', async () => {
    const token = await tokenOf();
    expect(await payments.charge(charge(token))).toMatchObject({ state: 'approved', brand: 'Visa', last4: '1111' });
    expect(await failureOf(payments.charge(charge(token, 'att-2')))).toBeInstanceOf(CardTokenExpired);
    expect(gateway.books.transactions).toHaveLength(1);
  });

  test('a token is refused after 15 minutes, and one that the gateway does not know is refused always', async () => {
    const token = await tokenOf();
    now = new Date(now.getTime() + 15 * MINUTE + 1);
    expect(await failureOf(payments.charge(charge(token)))).toBeInstanceOf(CardTokenExpired);
    const foreign = new CardToken({ token: new Redacted('sandbox-abc'), holder: 'Ana Ruiz', expires: null });
    expect(await failureOf(payments.charge(charge(foreign)))).toBeInstanceOf(CardTokenExpired);
    expect(gateway.books.transactions).toEqual([]);
  });

  test.each(['E00114', 'E00115', 'E00116'])('the answer %s means that the card must be entered again', async (code) => {
    const messages = { resultCode: 'Error', message: [{ code, text: 'OTS Token.' }] };
    gateway.befall({ answer: { messages } });
    const token = new CardToken({ token: new Redacted('nonce'), holder: 'Ana Ruiz', expires: null });
    expect(await failureOf(payments.charge(charge(token)))).toBeInstanceOf(CardTokenExpired);
  });
});

describe('F090 Saved cards by a token at Authorize.Net', () => {
  test('the first token creates the customer and the next one adds a card, each with what the gateway knows of it', async () => {
    const first = await payments.createCustomer(ANA, await tokenOf());
    const second = await payments.addCard(first.customerId, await tokenOf('5424000000000015'));
    expect(await payments.listCards(first.customerId)).toEqual([
      { cardId: first.cardId, brand: 'Visa', last4: '1111', holder: 'Ana Ruiz', expires: '2031-08' },
      { cardId: second.cardId, brand: 'MasterCard', last4: '0015', holder: 'Ana Ruiz', expires: '2031-08' },
    ]);
  });

  test('after a lost answer a new token finds the same customer and the same card', async () => {
    gateway.befall(null, null, 'lost');
    expect(await failureOf(payments.createCustomer(ANA, await tokenOf()))).toBeInstanceOf(PaymentUnknown);
    const kept = await payments.createCustomer(ANA, await tokenOf());
    expect(gateway.books.customers.size).toBe(1);
    expect(gateway.books.cards.map(({ id }) => id)).toEqual([kept.cardId]);
  });

  test('a token of a card that is saved already renews its month', async () => {
    const first = await payments.createCustomer(ANA, await tokenOf());
    const again = await tokenOf(VISA, { month: '012033', expires: '2033-01' });
    expect(await payments.addCard(first.customerId, again)).toEqual(first);
    expect(gateway.books.cards).toMatchObject([{ expires: '2033-01', number: VISA }]);
  });

  test('a card that the gateway refuses returns the gateway’s reason, and its token cannot be used again', async () => {
    const { customerId } = await payments.createCustomer(ANA, await tokenOf());
    const token = await tokenOf('30569309025904');
    const error = await failureOf(payments.addCard(customerId, token));
    expect(error).toBeInstanceOf(CardRefused);
    expect(error).toMatchObject({ message: 'This type of card is not accepted.' });
    expect(await failureOf(payments.addCard(customerId, token))).toBeInstanceOf(CardTokenExpired);
  });
});

describe('Tokeniser of Authorize.Net', () => {
  test('a page gets the address, the login and the public key, and never the secret key', () => {
    const { login, clientKey, browserUrl } = gateway.account;
    expect(payments.tokeniser).toEqual({ gateway: 'authorizenet', url: browserUrl, login, clientKey });
    expect(JSON.stringify(payments.tokeniser)).not.toContain(gateway.account.key);
  });

  test.each([
    ['AUTHORIZENET_CLIENT_KEY', { clientKey: '' }],
    ['AUTHORIZENET_CLIENT_KEY', { clientKey: 'with a blank' }],
    ['AUTHORIZENET_BROWSER_URL', { browserUrl: 'http://gateway.example.org/request.api' }],
    ['AUTHORIZENET_BROWSER_URL', { browserUrl: 'nowhere' }],
  ])('a wrong %s stops the start with its name', (name, changed) => {
    expect(() => open(changed)).toThrow(StartupProblem);
    expect(() => open(changed)).toThrow(name);
  });

  test('a token shows itself in no text', () => {
    const token = new CardToken({ token: new Redacted('secret-nonce'), holder: 'Ana Ruiz', expires: null });
    expect(`${String(token)} ${JSON.stringify({ token })}`).not.toContain('secret-nonce');
  });
});
