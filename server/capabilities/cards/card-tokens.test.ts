import { readTokeniser } from '@vialkeep/contract/card-token.ts';
import { addCard, addFirstCard, listCards } from '@vialkeep/contract/cards.ts';
import { checkOut, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { plans } from '@vialkeep/contract/plans.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuthorizenetStandIn, fakeAuthorizenet } from '../../testing/fakes/payments/fake-authorizenet.ts';
import { cardTokenOf } from '../../testing/fakes/payments/sandbox-token.ts';
import { kitOrder } from '../../testing/kit-order.ts';
import { personOfPlan } from '../../testing/people.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
beforeEach(() => world.sql('delete from rate_limits'));
afterAll(() => world.close());

const VISA = '4111111111111111';
const EXPIRED = { reason: 'card_token_expired', message: 'The card details have expired. Enter the card again.' };
const REFUSED = {
  reason: 'card_number_refused',
  message: 'Card numbers are not accepted here. Send a token of the card payment provider.',
};

async function order(at: World, who: Caller, credit_card: object) {
  const { transaction_id: invoice_id } = await at.call(who, readNextInvoice);
  return at.send(who, checkOut, { body: { ...kitOrder, invoice_id, credit_card } });
}

const byToken = (card_token: string) => ({ full_name: 'Felix Andersen', card_token });
const charges = async (at = world) =>
  (await at.sql<{ n: number }>('select count(*)::int as n from sandbox_charges'))[0]?.n;
const cardRows = () => world.sql('select * from saved_cards order by id');

describe('F106 An order paid by a token', () => {
  test('a token of the sandbox is charged once, and the purchase shows its brand and last digits', async () => {
    const hc = await world.as('hc');
    const before = (await charges()) ?? 0;
    const answer = await order(world, hc, byToken(await cardTokenOf(world, '5424000000000015')));
    expect(answer.json()).toMatchObject({
      code: 'success',
      purchase: { card: { card_type: 'MasterCard', card_number: '0015' } },
    });
    expect(await charges()).toBe(before + 1);
  });

  test('TM8 a token that was used, is older than 15 minutes or is of another gateway is refused, and nothing is charged', async () => {
    const hc = await world.as('hc');
    const used = await cardTokenOf(world);
    expect((await order(world, hc, byToken(used))).statusCode).toBe(200);
    const late = await cardTokenOf(world);
    await world.sql('update sandbox_tokens set expires_at = now() where used_at is null');
    const before = [await charges(), await world.sql('select id from transactions')];
    for (const token of [used, late, 'eyJjb2RlIjoiNTBfMl8wNjAwMDUyRTc4In0=']) {
      const answer = await order(world, hc, byToken(token));
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject(EXPIRED);
    }
    expect([await charges(), await world.sql('select id from transactions')]).toEqual(before);
    expect(await world.sql("select 1 from checkouts where state = 'begun'")).toEqual([]);
  });

  test('TM8 exactly one of ten simultaneous orders with the same token is charged', async () => {
    const hc = await world.as('hc');
    const before = (await charges()) ?? 0;
    const token = await cardTokenOf(world);
    const { transaction_id } = await world.call(hc, readNextInvoice);
    // Different numbers make them different orders.
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        world.send(hc, checkOut, {
          body: { ...kitOrder, invoice_id: transaction_id + n, credit_card: byToken(token) },
        }),
      ),
    );
    expect(await charges()).toBe(before + 1);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('after a decline a new token of another card pays the same order', async () => {
    const hc = await world.as('hc');
    const declined = await order(world, hc, byToken(await cardTokenOf(world, '4000000000000002')));
    expect([declined.statusCode, declined.json().reason]).toEqual([402, 'declined']);
    expect((await order(world, hc, byToken(await cardTokenOf(world)))).statusCode).toBe(200);
  });

  test.each([
    ['a card number', { card_number: VISA }, 'card_number'],
    ['a security code', { cvc: '123' }, 'cvc'],
  ])('%s beside a token is refused at its field, and the token stays usable', async (_what, beside, field) => {
    const hc = await world.as('hc');
    const token = await cardTokenOf(world);
    const answer = await order(world, hc, { ...byToken(token), ...beside });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ [`credit_card.${field}`]: 'Send a card token or a card, not both.' });
    expect((await order(world, hc, byToken(token))).statusCode).toBe(200);
  });

  test.each([
    ['missing', {}, ['card_number', 'expiration_date', 'cvc']],
    ['empty', { card_token: '' }, ['card_token']],
    ['a card number', { card_token: VISA }, ['card_token']],
    ['a text with blanks', { card_token: 'not a token' }, ['card_token']],
  ])('a token that is %s is refused at the field', async (_what, card, fields) => {
    const hc = await world.as('hc');
    const before = await charges();
    const answer = await order(world, hc, { full_name: 'Felix Andersen', ...card });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual(fields.map((field) => `credit_card.${field}`));
    expect(await charges()).toBe(before);
  });
});

describe('F090 A card saved by a token', () => {
  test('the first card and the next one are shown as the gateway knows them, and the same card is saved once', async () => {
    const rhc = await world.as('rhc2');
    const save = async (route: typeof addCard, number: string) =>
      world.call(rhc, route, { body: { card_holder: 'Felix Andersen', card_token: await cardTokenOf(world, number) } });
    const { payment: first } = await save(addFirstCard, VISA);
    expect(first).toMatchObject({ card_type: 'Visa', card_number: '1111', card_holder: 'Felix Andersen' });
    expect(first.expiration_date).toMatch(/^\d{4}-04$/);
    const { payment: second } = await save(addCard, '5424000000000015');
    expect((await save(addCard, VISA)).payment.id).toBe(first.id);
    const { payments } = await world.call(rhc, listCards, { body: { user_id: rhc.user.id } });
    expect(new Set(payments.map(({ id }) => id))).toEqual(new Set([first.id, second.id]));
    expect(payments).toHaveLength(2);
  });

  test('TM8 a token that was used is refused, and no card is saved', async () => {
    const rhc = await world.as('rhc2');
    const card_token = await cardTokenOf(world);
    await world.call(rhc, addCard, { body: { card_holder: 'Felix Andersen', card_token } });
    const before = await cardRows();
    const answer = await world.send(rhc, addCard, { body: { card_holder: 'Ana Ruiz', card_token } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject(EXPIRED);
    expect(await cardRows()).toEqual(before);
  });

  test('a card number or code beside a token is refused at its field', async () => {
    const rhc = await world.as('rhc2');
    const body = { card_holder: 'Felix Andersen', card_token: 'sandbox-x', card_number: VISA, cvv: '123' };
    const answer = await world.send(rhc, addCard, { body });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual(['card_number', 'cvv']);
  });
});

describe('Tokeniser', () => {
  test('a buyer reads the frame of the sandbox, and an account that can buy nothing is refused', async () => {
    expect(await world.call(await world.as('hc'), readTokeniser)).toEqual({
      gateway: 'sandbox',
      frame: '/sandbox-gateway/frame',
    });
    expect(await world.refusalOf(await world.as('rep'), readTokeniser)).toMatchObject({ status: 403 });
  });

  test('without the tag for ordering vials, only the plans that buy read the tokeniser', async () => {
    await world.sql('update users set tags = array_remove(tags, 1::smallint)');
    const statuses = await Promise.all(
      plans.map(async (plan) => {
        const caller = await world.as(personOfPlan[plan]);
        return [plan, (await world.send(caller, readTokeniser)).statusCode];
      }),
    );
    const buying: readonly number[] = [2, 4, 5, 9, 16];
    expect(statuses).toEqual(plans.map((plan) => [plan, buying.includes(plan) ? 200 : 403]));
  });
});

describe('CARD_NUMBERS=refuse', () => {
  let strict: World;
  beforeAll(async () => {
    strict = await newWorld({ CARD_NUMBERS: 'refuse' });
  });
  afterAll(() => strict.close());

  test('a card number is refused in orders and saved cards before anything is stored, and a token pays and is saved', async () => {
    const hc = await strict.as('hc');
    const before = [await charges(strict), await strict.sql('select id from checkouts')];
    const refused = await order(strict, hc, kitOrder.credit_card);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ ...REFUSED, fields: { 'credit_card.card_number': REFUSED.message } });
    const typed = { card_holder: 'Felix', card_number: VISA, expiration_date: '2040-01', cvv: '123' };
    for (const route of [addCard, addFirstCard]) {
      const answer = await strict.send(hc, route, { body: typed });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ ...REFUSED, fields: { card_number: REFUSED.message } });
    }
    expect([await charges(strict), await strict.sql('select id from checkouts')]).toEqual(before);
    expect((await order(strict, hc, byToken(await cardTokenOf(strict)))).statusCode).toBe(200);
    const card_token = await cardTokenOf(strict, '6011000000000012');
    const saved = await strict.call(hc, addCard, { body: { card_holder: 'Felix', card_token } });
    expect(saved.payment).toMatchObject({ card_type: 'Discover', card_number: '0012' });
  });
});

describe('Tokens of Authorize.Net', () => {
  let gateway: AuthorizenetStandIn;
  let live: World;
  beforeAll(async () => {
    gateway = await fakeAuthorizenet();
    const { login, key, url, clientKey, browserUrl } = gateway.account;
    live = await newWorld({
      PAYMENTS: 'authorizenet',
      AUTHORIZENET_LOGIN: login,
      AUTHORIZENET_KEY: key,
      AUTHORIZENET_URL: url,
      AUTHORIZENET_CLIENT_KEY: clientKey,
      AUTHORIZENET_BROWSER_URL: browserUrl,
      CARD_NUMBERS: 'refuse',
    });
  });
  afterAll(async () => {
    await live.close();
    await gateway.close();
  });

  /** Asks for a token with what the call about the tokeniser answers, as a page does. */
  async function nonce(who: Caller, cardNumber = VISA): Promise<string> {
    const tokeniser = await live.call(who, readTokeniser);
    if (tokeniser.gateway !== 'authorizenet') throw new Error('The tokeniser is that of another gateway.');
    const merchantAuthentication = { name: tokeniser.login, clientKey: tokeniser.client_key };
    const token = { cardNumber, expirationDate: '082041', cardCode: '123', fullName: 'Felix Andersen' };
    const data = { type: 'TOKEN', id: 'one', token };
    const body = JSON.stringify({ securePaymentContainerRequest: { merchantAuthentication, data } });
    const answer = await fetch(tokeniser.url, { method: 'POST', body });
    // @NOTE the stand-in’s answer.
    return ((await answer.json()) as { opaqueData: { dataValue: string } }).opaqueData.dataValue;
  }

  test('a nonce pays an order once, and a second order with it or with a token of the sandbox is refused', async () => {
    const hc = await live.as('hc');
    const card_token = await nonce(hc);
    expect((await order(live, hc, byToken(card_token))).json()).toMatchObject({
      purchase: { card: { card_type: 'Visa', card_number: '1111' } },
    });
    for (const token of [card_token, await cardTokenOf(world)]) {
      const answer = await order(live, hc, byToken(token));
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject(EXPIRED);
    }
    expect(gateway.books.transactions).toHaveLength(1);
    expect(await live.sql("select 1 from checkouts where state = 'begun'")).toEqual([]);
  });

  test('a nonce saves a card with the brand, digits and month of the gateway, and the saved card pays', async () => {
    const hc = await live.as('hc');
    const { payment } = await live.call(hc, addFirstCard, {
      body: { card_holder: 'Felix Andersen', card_token: await nonce(hc, '5424000000000015') },
    });
    expect(payment).toMatchObject({ card_type: 'MasterCard', card_number: '0015', expiration_date: '2041-08' });
    const { transaction_id: invoice_id } = await live.call(hc, readNextInvoice);
    const { credit_card: _, ...kit } = kitOrder;
    const paid = await live.call(hc, checkOut, {
      body: {
        ...kit,
        invoice_id,
        auth_customer_profile_validation: payment.profile_id,
        auth_customer_payment_profile_validation: payment.payment_profile_id,
      },
    });
    expect(paid.purchase.card).toEqual({ card_type: 'MasterCard', card_number: '0015' });
  });
});
