import { Redacted } from '@vialkeep/contract/kernel/redacted.ts';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { openStore } from '../../../kernel/db/db.ts';
import { CardDetails } from '../../../ports/card-details.ts';
import {
  CardRefused,
  type Charge,
  type Payments,
  PaymentUnavailable,
  PaymentUnknown,
} from '../../../ports/payments.ts';
import { failureOf } from '../../../testing/failure-of.ts';
import { inDatabase } from '../../../testing/test-settings.ts';
import { newWorld, type World } from '../../../testing/world.ts';
import { type SandboxOptions, sandboxPayments } from './sandbox-payments.ts';

const ANA = { reference: 'vk-ana', email: 'ana@clinic.test' };
const DECLINES = '4000000000000002';
const FAILS = '4000000000000119';
const IS_HELD = '4000000000000259';
const LOSES_THE_ANSWER = '4000000000000341';
const IS_SLOW = '4000000000000606';

let world: World;
let payments: Payments;
const opened: Payments[] = [];
beforeAll(async () => {
  world = await newWorld();
  payments = open();
  await clearCharges();
});
afterEach(clearCharges);
afterAll(async () => {
  for (const one of opened) await one.close();
  await world.close();
});

async function clearCharges(): Promise<void> {
  await world.sql('delete from sandbox_refunds');
  await world.sql('delete from sandbox_charges');
}

function open(options: SandboxOptions = { slowMs: 60_000, patienceMs: 50 }): Payments {
  const url = inDatabase(inject('runtimeUrl'), world.name);
  const sandbox = sandboxPayments(
    openStore({ url, size: 4, pipelined: 1, onError: () => {}, dataKey: world.app.services.dataKey }),
    options,
  );
  opened.push(sandbox);
  return sandbox;
}

function card(number = '4111111111111111', expires = '2041-08'): CardDetails {
  return new CardDetails({ number: new Redacted(number), code: new Redacted('987'), expires, holder: 'Ana Ruiz' });
}

function charge(about: Partial<Charge> = {}): Charge {
  return {
    reference: 'att-1',
    amountCents: 125_000,
    card: card(),
    invoiceNumber: 'VK-17',
    description: 'Fee',
    customer: { id: '1014', email: 'ana@clinic.test' },
    billTo: null,
    ...about,
  };
}

const charges = () =>
  world.sql<{ reference: string; state: string; amount_cents: number }>('select * from sandbox_charges');

describe('F090 Saved cards at the sandbox', () => {
  test('a customer’s card is saved once, however often it is sent', async () => {
    const first = await payments.createCustomer(ANA, card());
    const asked = await Promise.all(Array.from({ length: 5 }, () => payments.createCustomer(ANA, card())));
    for (const again of asked) expect(again).toEqual(first);
    const second = await payments.addCard(first.customerId, card('5424000000000015'));
    expect(await payments.listCards(first.customerId)).toEqual([
      { cardId: first.cardId, brand: 'Visa', last4: '1111', holder: 'Ana Ruiz', expires: '2041-08' },
      { cardId: second.cardId, brand: 'MasterCard', last4: '0015', holder: 'Ana Ruiz', expires: '2041-08' },
    ]);
    await payments.deleteCard(first);
    await payments.deleteCard(first);
    expect(await payments.listCards(first.customerId)).toHaveLength(1);
    expect(await payments.charge(charge({ card: first }))).toMatchObject({ state: 'declined', transactionId: null });
  });

  test('a card is saved only if it is valid and not expired', async () => {
    for (const [wrong, about] of [
      [card('4111111111111112'), 'number'],
      [card('4111111111111111', '2020-01'), 'expiry'],
    ] as const) {
      const error = await failureOf(payments.createCustomer({ ...ANA, reference: 'vk-bad' }, wrong));
      expect(error).toBeInstanceOf(CardRefused);
      expect(error).toMatchObject({ about });
      expect(await payments.charge(charge({ card: wrong }))).toMatchObject({ state: 'declined' });
    }
    expect(await failureOf(payments.createCustomer(ANA, card(FAILS)))).toBeInstanceOf(PaymentUnavailable);
    expect(await failureOf(payments.addCard('404', card()))).toBeInstanceOf(PaymentUnavailable);
    expect(await charges()).toEqual([]);
  });
});

describe('F106 Test cards, new and saved', () => {
  test.each([
    ['4111111111111111', 'approved'],
    [DECLINES, 'declined'],
    [IS_HELD, 'held'],
  ])('a charge on card %s is %s', async (number, state) => {
    expect(await payments.charge(charge({ card: card(number) }))).toMatchObject({ state });
    const kept = await payments.createCustomer(ANA, card(number));
    expect(await payments.charge(charge({ card: kept, reference: 'att-2' }))).toMatchObject({ state });
    expect((await charges()).map((row) => row.state)).toEqual([state, state]);
  });

  test('the card that is declined later is approved when it is typed, and declined when it is saved', async () => {
    const typed = card('4000000000000721');
    expect(await payments.charge(charge({ card: typed }))).toMatchObject({ state: 'approved' });
    const kept = await payments.createCustomer(ANA, typed);
    expect(await payments.charge(charge({ card: kept, reference: 'att-2' }))).toMatchObject({ state: 'declined' });
  });

  test('the card with an error charges nothing', async () => {
    expect(await failureOf(payments.charge(charge({ card: card(FAILS) })))).toBeInstanceOf(PaymentUnavailable);
    expect(await payments.findCharge('att-1', new Date())).toBe('none');
  });

  test('the card with a lost answer is charged once, and the charge is found', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await failureOf(payments.charge(charge({ card: card(LOSES_THE_ANSWER) })))).toBeInstanceOf(PaymentUnknown);
    }
    expect(await payments.findCharge('att-1', new Date())).toMatchObject({ state: 'approved', last4: '0341' });
    expect(await charges()).toHaveLength(1);
  });
});

describe('F106 Slow charges at the sandbox', () => {
  test('a slow charge is unknown while it runs, and found when it is done', async () => {
    const quicker = open({ slowMs: 150, patienceMs: 20 });
    expect(await failureOf(quicker.charge(charge({ card: card(IS_SLOW) })))).toBeInstanceOf(PaymentUnknown);
    expect(await quicker.findCharge('att-1', new Date())).toBe('not-yet');
    await expect.poll(() => quicker.findCharge('att-1', new Date())).toMatchObject({ state: 'approved' });
  });

  test('a slow charge is answered when the timeout is long enough', async () => {
    const patient = open({ slowMs: 30, patienceMs: 5_000 });
    expect(await patient.charge(charge({ card: card(IS_SLOW) }))).toMatchObject({ state: 'approved' });
  });

  test('a slow charge that was abandoned is given up and can never be charged afterwards', async () => {
    const late = open({ slowMs: 200, patienceMs: 20 });
    expect(await failureOf(late.charge(charge({ card: card(IS_SLOW) })))).toBeInstanceOf(PaymentUnknown);
    await world.sql("update sandbox_charges set created_at = now() - interval '3 minutes'");
    expect(await payments.findCharge('att-1', new Date())).toBe('none');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await charges()).toMatchObject([{ state: 'given_up' }]);
    expect(await failureOf(payments.charge(charge()))).toBeInstanceOf(PaymentUnavailable);
  });
});

test('F106 fifty simultaneous charges with one reference are one charge with one answer', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => payments.charge(charge())));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await charges()).toHaveLength(1);
  expect(await failureOf(payments.charge(charge({ amountCents: 1 })))).toBeInstanceOf(PaymentUnavailable);
  expect(await payments.findCharge('another', new Date())).toBe('none');
});

test('a charge is voided once, a second void succeeds, and its details hold no card number', async () => {
  const { transactionId } = await payments.charge(charge());
  await payments.void(transactionId ?? '');
  await payments.void(transactionId ?? '');
  expect(await payments.findCharge('att-1', new Date())).toMatchObject({ state: 'voided', transactionId });
  expect(await payments.details(transactionId ?? '')).toMatchObject({
    transactionId,
    facts: { transaction_id: transactionId, amount: '1250.00', card: 'Visa XXXX1111', status: 'voided' },
  });
  expect(await payments.details('5')).toBeNull();
  expect(await failureOf(payments.void('5'))).toBeInstanceOf(PaymentUnavailable);
});
