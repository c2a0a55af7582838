import { setTimeout as sleep } from 'node:timers/promises';
import { checkOut, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { CardRefused, PaymentUnavailable } from '../../ports/payments.ts';
import { cardTokenOf } from '../../testing/fakes/payments/sandbox-token.ts';
import { kitOrder } from '../../testing/kit-order.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let hc: Caller;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000' });
  hc = await world.as('hc');
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

const CALLERS = 8;

/** The gateway answers late, so that the requests of the other callers find the charge of the first one begun. */
function slowGateway(failure?: () => Error): void {
  const { payments } = world.app.services;
  const charge = payments.charge.bind(payments);
  vi.spyOn(payments, 'charge').mockImplementation(async (asked) => {
    await sleep(400);
    if (failure) throw failure();
    return charge(asked);
  });
}

/** The answers that callers get for one order at the same time. */
async function orderAtOnce(card_token: string, callers = CALLERS) {
  const { transaction_id: invoice_id } = await world.call(hc, readNextInvoice);
  const body = { ...kitOrder, invoice_id, credit_card: { full_name: 'Felix Andersen', card_token } };
  const answers = await Promise.all(Array.from({ length: callers }, () => world.send(hc, checkOut, { body })));
  return answers.map((answer) => {
    const { reason, message, error_message } = answer.json();
    return { status: answer.statusCode, reason, message, error_message };
  });
}

const counts = () =>
  world.sql(`select (select count(*)::int from sandbox_charges where state = 'approved') as charged,
    (select count(*)::int from transactions) as sold, (select count(*)::int from checkouts where settled_at is null) as open`);

describe('Orders at once with a card that the gateway does not take', () => {
  test('every caller gets the refusal of an expired token that a single caller gets, and nothing is charged', async () => {
    slowGateway();
    const before = await counts();
    const token = await cardTokenOf(world);
    await world.sql('update sandbox_tokens set expires_at = now() where used_at is null');
    const [single] = await orderAtOnce(token, 1);
    expect(single).toMatchObject({ status: 400, reason: 'card_token_expired' });
    expect(await orderAtOnce(token)).toEqual(Array.from({ length: CALLERS }, () => single));
    expect(await counts()).toEqual(before);
  });

  test('every caller gets the gateway’s own words about a card that it refuses', async () => {
    const before = await counts();
    slowGateway(() => new CardRefused('This account number is not valid.', 'number'));
    const [single] = await orderAtOnce(await cardTokenOf(world), 1);
    expect(single).toMatchObject({
      status: 400,
      reason: 'card_refused',
      error_message: 'This account number is not valid.',
    });
    const answers = await orderAtOnce(await cardTokenOf(world));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set([JSON.stringify(single)]));
    expect(await counts()).toEqual(before);
  });

  test('a caller whose intent comes second gets the refusal also where the first order is over by then', async () => {
    const { transaction_id: invoice_id } = await world.call(hc, readNextInvoice);
    const body = { ...kitOrder, invoice_id, credit_card: { full_name: 'Felix Andersen', card_token: 'tok_unknown' } };
    const { store } = world.app.services;
    const write = store.write.bind(store);
    let isFirst = true;
    vi.spyOn(store, 'write').mockImplementation(async (scope, cause, task) => {
      if (!isFirst) return write(scope, cause, task);
      isFirst = false;
      await world.send(hc, checkOut, { body });
      throw Object.assign(new Error('duplicate'), { constraint: 'one_checkout_for_an_invoice' });
    });
    expect(await world.refusalOf(hc, checkOut, { body })).toEqual({ status: 400, reason: 'card_token_expired' });
  });

  test('a gateway that cannot be reached is answered with 503 to every caller', async () => {
    slowGateway(() => new PaymentUnavailable('The gateway is down.'));
    const answers = await orderAtOnce(await cardTokenOf(world));
    expect(new Set(answers.map(({ status, reason }) => `${status} ${reason}`))).toEqual(
      new Set(['503 provider_unavailable']),
    );
  });
});
