import { Plan } from '@vialkeep/contract/plans.ts';
import { listProductOptions } from '@vialkeep/contract/products.ts';
import { Refund, RefundOptions, readRefundOptions, requestRefund } from '@vialkeep/contract/refunds.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import {
  ListedTransaction,
  listTransactions,
  readRevenue,
  readTransaction,
  TransactionDetail,
} from '@vialkeep/contract/transactions.ts';
import { describe, expect, test } from 'vitest';
import { refundsTexts as texts } from '../../components/refunds/refunds.texts.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, user, useScreens } from '../../testing/open-screen.tsx';
import {
  controlNamed,
  expectProblemAt,
  fieldLabelled,
  fillFields,
  hasControl,
  pressControl,
} from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { transactionsTexts } from './transactions.texts.ts';

const visit = { page: '/all-transaction-report', as: memberOf(Plan.superAdmin) };
const WORDS = 'Refunded $320.00 to Visa ending in 1111. Banks show it in 3 to 10 days.';
const options = RefundOptions.parse({
  charged: 320,
  refunded: 0,
  left: 320,
  four_eyes: 1_000,
  charge: 'settled',
  blocked: null,
  card: { card_type: 'Visa', card_number: '1111' },
  coupon: 'WELCOME',
  commission: [{ person: 'Dana Whitlock', earned: 23.6, lost: 0 }],
  vials_shipped: 2,
  open_order: null,
  paid_days: null,
  refunds: [],
  may: ['refund'],
});
const done = buildSample(Refund, { id: 7, amount: 320, state: 'done', way: 'refund', words: WORDS, may: [] });

async function openTransaction(): Promise<void> {
  const rows = { count: 1, total_amount: 320, results: [buildSample(ListedTransaction, { id: 9001 })] };
  server.answer(listTransactions, rows);
  server.answer(readRevenue, buildSample(readRevenue.answer));
  server.answer(listDomains, []);
  server.answer(listProductOptions, []);
  server.answer(readTransaction, buildSample(TransactionDetail, { id: 9001, transaction_history: [], people: [] }));
  await openScreen(visit);
  await pressControl(transactionsTexts.all.edit(9001));
}

describe('Refunds in the form of a transaction', () => {
  useScreens();

  test('the form says what will happen, marks a missing note, and sends the refund with a key', async () => {
    server.answer(readRefundOptions, options);
    await openTransaction();
    expectTexts(texts.none);
    await pressControl(texts.open);
    expectTexts(
      '$320.00 goes back to Visa ending in 1111. Banks show it in 3 to 10 days.',
      'Commission is taken back: $23.60 from Dana Whitlock.',
      'The use of coupon WELCOME is returned.',
      '2 vials of the patient were shipped. They stay shipped.',
    );
    await expectAccessible();
    await pressControl(texts.submit);
    expectProblemAt(texts.note, 'Note is required.');
    await fillFields({ [texts.note]: 'They sent it back.' });
    server.answer(requestRefund, done);
    server.answer(readRefundOptions, { ...options, refunded: 320, left: 0, refunds: [done], may: [] });
    await pressControl(texts.submit);
    expect(server.receivedCalls(requestRefund)).toMatchObject([
      {
        body: {
          key: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/),
          amount: 320,
          left: 320,
          reason: 'other',
          note: 'They sent it back.',
          return_coupon: true,
          outside: false,
        },
      },
    ]);
    expectTexts(WORDS);
    expect(hasControl(texts.open)).toBe(false);
  });

  test('a cancelled form reads the refunds again, because the answer of one that was sent may have been lost', async () => {
    server.answer(readRefundOptions, options);
    await openTransaction();
    await pressControl(texts.open);
    server.answer(readRefundOptions, { ...options, refunded: 15, left: 305, refunds: [done] });
    await pressControl(texts.cancel);
    expectTexts(WORDS);
  });

  test('the form of a charge that was charged back records a refund only, and says why', async () => {
    const blocked = 'The card payment provider cannot refund this charge (chargedback).';
    server.answer(readRefundOptions, { ...options, charge: 'closed', blocked });
    await openTransaction();
    await pressControl(texts.open);
    expectTexts(blocked, '$320.00 is recorded as paid back another way. Nothing goes to the card.');
    await fillFields({ [texts.note]: 'They sent it back.' });
    await user.click(fieldLabelled(texts.outside));
    expect(controlNamed(texts.submit)).toHaveProperty('disabled', true);
    await user.click(fieldLabelled(texts.outside));
    expect(controlNamed(texts.submit)).toHaveProperty('disabled', false);
    server.answer(requestRefund, done);
    await pressControl(texts.submit);
    expect(server.receivedCalls(requestRefund)).toMatchObject([{ body: { outside: true } }]);
  });

  test('a refusal about the amount is shown at its field', async () => {
    server.answer(readRefundOptions, options);
    const message = 'At most $300.00 can be refunded.';
    server.refuse(requestRefund, 'more_than_left', { fields: { amount: message } });
    await openTransaction();
    await pressControl(texts.open);
    await fillFields({ [texts.note]: 'They sent it back.' });
    await pressControl(texts.submit);
    expectProblemAt(texts.amount, message);
  });
});
