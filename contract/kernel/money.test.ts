import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centsFrom, dollars, dollarsOf, formatCents, groupThousands, MOST_CENTS } from './money.ts';

describe('Q-32 Amounts of money', () => {
  test('an amount is shown in dollars with two decimals', () => {
    expect([0, 5, 50, 100, 123_450, 100_000_000].map(formatCents)).toEqual([
      '$0.00',
      '$0.05',
      '$0.50',
      '$1.00',
      '$1,234.50',
      '$1,000,000.00',
    ]);
    expect(formatCents(-20_000)).toBe('−$200.00');
  });

  test('amounts and counts are written as Intl writes them', () => {
    const amounts = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    const counts = new Intl.NumberFormat('en-US');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 * MOST_CENTS }), (whole) => {
        expect(formatCents(whole)).toBe(`$${amounts.format(whole / 100)}`);
        expect(groupThousands(whole)).toBe(counts.format(whole));
        expect(groupThousands(-whole - 1)).toBe(counts.format(-whole - 1));
      }),
    );
  });

  test('an amount in cents stays the same after conversion to dollars and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MOST_CENTS }), (cents) => {
        expect(centsFrom(dollarsOf(cents))).toBe(cents);
        expect(centsFrom(dollarsOf(cents).toFixed(2))).toBe(cents);
        expect(centsFrom(JSON.parse(JSON.stringify(dollarsOf(cents))))).toBe(cents);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a binary rounding error of a number is corrected to the cent', () => {
    expect(centsFrom(0.1 + 0.2)).toBe(30);
    expect(centsFrom(1.1 * 3)).toBe(330);
    expect(centsFrom(-0)).toBe(0);
  });

  test.each([
    1.005,
    0.001,
    -1,
    -0.01,
    1_000_000.01,
    1e21,
    Number.NaN,
    Infinity,
    '1.005',
    '-1',
    '1e3',
    '0x10',
    '1,000',
    '',
    ' 1',
    '12345678',
  ])('%j is refused as an amount', (given) => {
    expect(centsFrom(given)).toBeNull();
  });
});

test('an amount in a body is read as cents, or refused with the message of its field', () => {
  const Amount = dollars('Amount Discount');
  expect(Amount.parse(50)).toBe(5_000);
  expect(Amount.parse(' 49.50 ')).toBe(4_950);
  const words = (given: unknown) => Amount.safeParse(given).error?.issues[0]?.message;
  expect(words(1.005)).toBe('Enter dollars and cents, at most 1,000,000.00.');
  expect(words(-5)).toBe('Enter dollars and cents, at most 1,000,000.00.');
  expect(words(null)).toBe('Amount Discount is required.');
  expect(words(undefined)).toBe('Amount Discount is required.');
});
