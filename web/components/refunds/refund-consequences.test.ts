import { type RefundOptions, requestRefund, UNTIL_SETTLED } from '@vialkeep/contract/refunds.ts';
import { expect, test } from 'vitest';
import { consequencesOf } from './refund-consequences.ts';

const options: RefundOptions = {
  charged: 320,
  refunded: 0,
  left: 320,
  four_eyes: 1_000,
  charge: 'settled',
  card: { card_type: 'Visa', card_number: '1111' },
  coupon: null,
  commission: [],
  vials_shipped: 0,
  refunds: [],
  may: ['refund'],
};
const asked = { amount: 320, outside: false, returnCoupon: false };
const first = (changed: Partial<RefundOptions>, request: Partial<typeof asked> = {}) =>
  consequencesOf({ ...options, ...changed }, { ...asked, ...request })[0];

test('the state of the charge says which way the money goes', () => {
  expect(first({}, { amount: 23 })).toBe('$23.00 goes back to Visa ending in 1111. Banks show it in 3 to 10 days.');
  expect(first({ charge: 'unsettled' })).toMatch(/^The charge has not settled yet. It is cancelled as a whole/);
  expect(first({ charge: 'unsettled' }, { amount: 23 })).toBe(UNTIL_SETTLED);
  expect(first({ charge: 'old' })).toBe(requestRefund.refusals.too_old.message);
  expect(first({ charge: 'unknown' })).toMatch(/could not be asked/);
  expect(first({ charge: 'old' }, { outside: true, amount: 5 })).toBe(
    '$5.00 is recorded as paid back another way. Nothing goes to the card.',
  );
});

test('all refunds of the transaction together decide whether another administrator approves', () => {
  expect(first({ refunded: 699.99, left: 500.01 }, { amount: 300 })).not.toMatch(/approve/);
  expect(first({ refunded: 700, left: 500 }, { amount: 300 })).toBe('Another administrator has to approve this.');
});

test('the coupon returns only with all of it, and shipped vials stay shipped', () => {
  const bought = { ...options, coupon: 'WELCOME', vials_shipped: 2 };
  const returned = consequencesOf(bought, { ...asked, returnCoupon: true });
  expect(returned).toContain('The use of coupon WELCOME is returned.');
  expect(returned).toContain('2 vials of the patient were shipped. They stay shipped.');
  expect(consequencesOf(bought, { ...asked, amount: 20, returnCoupon: true })).toContain(
    'The use of coupon WELCOME stays taken.',
  );
});

test('each person loses the refunded share of the commission, less what earlier refunds took', () => {
  const sold = {
    ...options,
    refunded: 100,
    left: 220,
    commission: [{ person: 'Dana Whitlock', earned: 23.6, lost: 7.38 }],
  };
  expect(consequencesOf(sold, { ...asked, amount: 20 })).toContain(
    'Commission is taken back: $1.47 from Dana Whitlock.',
  );
  expect(consequencesOf(sold, { ...asked, amount: 220 })).toContain(
    'Commission is taken back: $16.22 from Dana Whitlock.',
  );
});
