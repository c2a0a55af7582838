import { type RefundOptions, UNTIL_SETTLED, VOIDED_AS_A_WHOLE } from '@vialkeep/contract/refunds.ts';
import { expect, test } from 'vitest';
import { consequencesOf, failureOf } from './refund-consequences.ts';

const options: RefundOptions = {
  charged: 320,
  refunded: 0,
  left: 320,
  four_eyes: 1_000,
  charge: 'settled',
  blocked: null,
  card: { card_type: 'Visa', card_number: '1111' },
  coupon: null,
  commission: [],
  vials_shipped: 0,
  open_order: null,
  paid_days: null,
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
  expect(first({ charge: 'unknown' })).toMatch(/could not be asked/);
  expect(first({}, { outside: true, amount: 5 })).toBe(
    '$5.00 is recorded as paid back another way. Nothing goes to the card.',
  );
});

test.each(['old', 'closed', 'not_known', 'other_gateway'] as const)(
  'a refund of a charge that is %s says why it would fail and nothing else, until it is only recorded',
  (charge) => {
    const blocked = { ...options, charge, blocked: 'Nothing can go back to the card.', vials_shipped: 2 };
    expect(failureOf(blocked, asked)).toBe('Nothing can go back to the card.');
    expect(consequencesOf(blocked, asked)).toEqual(['Nothing can go back to the card.']);
    const recorded = { ...asked, outside: true };
    expect(failureOf(blocked, recorded)).toBeNull();
    expect(consequencesOf(blocked, recorded)).toEqual([
      'Nothing can go back to the card.',
      '$320.00 is recorded as paid back another way. Nothing goes to the card.',
      '2 vials of the patient were shipped. They stay shipped.',
      'The buyer gets a receipt of the refund.',
    ]);
  },
);

test('a part of a charge that was cancelled at the provider cannot be refunded, all of it can', () => {
  const voided = { ...options, charge: 'voided' as const };
  expect(failureOf(voided, { ...asked, amount: 23 })).toBe(VOIDED_AS_A_WHOLE);
  expect(failureOf(voided, asked)).toBeNull();
  expect(first({ charge: 'voided' })).toBe(
    'The charge was cancelled at the card payment provider before. The refund is recorded.',
  );
});

test('a refund of all that is left cancels the open order of vials and frees what is reserved', () => {
  const bought = (vials: number, reserved: number) => ({ ...options, open_order: { vials, reserved } });
  expect(consequencesOf(bought(3, 2), asked)).toContain(
    'The order of 3 vials is cancelled, and its 2 reserved vials are free again.',
  );
  expect(consequencesOf(bought(1, 1), asked)).toContain(
    'The order of 1 vial is cancelled, and its reserved vial is free again.',
  );
  expect(consequencesOf(bought(3, 0), asked)).toContain('The order of 3 vials is cancelled.');
  expect(consequencesOf({ ...bought(3, 2), refunded: 20, left: 300 }, { ...asked, amount: 300 })).toContain(
    'The order of 3 vials is cancelled, and its 2 reserved vials are free again.',
  );
  expect(consequencesOf(bought(3, 2), { ...asked, amount: 319.99 }).join(' ')).not.toMatch(/The order of/);
  expect(consequencesOf(options, asked).join(' ')).not.toMatch(/The order of/);
});

test('an amount that would be refused has no consequences but its limit', () => {
  for (const amount of [0, -1, 320.01, 999, Number.NaN]) {
    expect(consequencesOf(options, { ...asked, amount })).toEqual(['At most $320.00.']);
  }
});

test('a refund of all that is left of a storage invoice takes its days, a part of it leaves the plan', () => {
  const invoice = { ...options, paid_days: { from: '2026-03-01', to: '2027-02-28' } };
  const days = 'The storage plan is then no longer paid from 1 Mar 2026 to 28 Feb 2027.';
  expect(consequencesOf(invoice, asked)).toContain(days);
  expect(consequencesOf({ ...invoice, refunded: 20, left: 300 }, { ...asked, amount: 300 })).toContain(days);
  expect(consequencesOf(invoice, { ...asked, amount: 23 })).toContain('The storage plan stays as it is.');
  expect(consequencesOf(options, asked).join(' ')).not.toMatch(/storage plan/);
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
