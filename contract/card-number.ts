import { z } from 'zod';
import { Redacted } from './kernel/redacted.ts';
import { requiredText } from './kernel/text.ts';

/** The issuer of a card, as the card payment provider names it; 'Card' where the number does not say. */
export const cardBrands = ['Visa', 'MasterCard', 'AmericanExpress', 'Discover', 'DinersClub', 'JCB', 'Card'] as const;
export type CardBrand = (typeof cardBrands)[number];

const beginnings: readonly (readonly [CardBrand, RegExp, lengths: readonly number[]])[] = [
  ['Visa', /^4/, [13, 16]],
  ['MasterCard', /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  ['AmericanExpress', /^3[47]/, [15]],
  ['DinersClub', /^3(?:0[0-5]|[689])/, [14, 16]],
  ['Discover', /^(?:6011|64[4-9]|65)/, [16]],
  ['JCB', /^35(?:2[89]|[3-8])/, [16]],
];
/** No supported gateway accepts a longer number. */
const OTHER_LENGTHS = [13, 14, 15, 16];

export function brandOf(digits: string): CardBrand {
  return beginnings.find(([, begins]) => begins.test(digits))?.[0] ?? 'Card';
}

export function codeLengthOf(brand: CardBrand): 3 | 4 {
  return brand === 'AmericanExpress' ? 4 : 3;
}

/** The Luhn check, which finds each single wrong digit and nearly every swap of two neighbours. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Reduces a typed number to its digits; the result is redacted, so that no log or answer shows it. */
export const CardNumber = z
  .string('Card number is required.')
  .trim()
  .min(1, { error: 'Card number is required.', abort: true })
  .max(40, 'This is too long for a card number.')
  .transform((typed) => typed.replaceAll(/[\s-]/g, ''))
  .refine((digits) => /^\d+$/.test(digits), { error: 'Use digits only.', abort: true })
  .refine(hasRightLength, { error: 'This card number does not have the right number of digits.', abort: true })
  .refine(passesLuhn, 'This card number is not right. Please check its digits.')
  .transform((digits) => new Redacted(digits));

/** Refuses digits, so that a card number typed into the wrong field is not stored as a name, however it is written. */
export const CardHolder = requiredText('Full name', 100).refine(
  (name) => name.replaceAll(/\P{Nd}/gu, '').length < 12,
  'Enter the name on the card here.',
);

/** Numbers of 13 to 19 digits that pass the check, also with spaces, dots or dashes between their groups. */
export function holdsCardNumber(words: string): boolean {
  const runs = words.normalize('NFKC').match(/\d+(?:[\s.-]+\d+)*/g) ?? [];
  return runs.some((run) => {
    const groups = run.split(/\D+/);
    return groups.some((_, first) => {
      let digits = '';
      return groups.slice(first).some((group) => {
        digits += group;
        return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits);
      });
    });
  });
}

/** A text about a purchase or a payment, in which a card number typed into the wrong field is not stored. */
export function withoutCardNumber(schema: z.ZodString) {
  return schema.refine((words) => !holdsCardNumber(words), 'Do not enter a card number here.');
}

/** The security code that is printed on the card: it is never stored, and never asked for again. */
export function securityCode(label: string) {
  return z
    .string(`${label} is required.`)
    .trim()
    .min(1, { error: `${label} is required.`, abort: true })
    .regex(/^\d{3,4}$/, `${label} has 3 digits, or 4 on American Express.`)
    .transform((digits) => new Redacted(digits));
}

export function codeFits(number: Redacted, code: Redacted): boolean {
  return code.reveal().length === codeLengthOf(brandOf(number.reveal()));
}

export function codeMessage(label: string, number: Redacted): string {
  return `${label} has ${codeLengthOf(brandOf(number.reveal()))} digits on this card.`;
}

const YEARS_AHEAD = 20;

/** 'YYYY-MM' or 'YYYY-M', stored as the first. A card is valid until its month has ended in every time zone (C-07). */
export const ExpiryMonth = z
  .string('Card expiration is required.')
  .trim()
  .min(1, { error: 'Card expiration is required.', abort: true })
  .regex(/^\d{4}-(?:0?[1-9]|1[0-2])$/, 'Enter the month and the year.')
  .transform((month) => month.replace(/-(\d)$/, '-0$1'))
  .refine((month) => month >= currentMonth(), { error: 'This card has expired.', abort: true })
  .refine((month) => Number(month.slice(0, 4)) <= Number(currentMonth().slice(0, 4)) + YEARS_AHEAD, {
    error: 'Please check the year.',
  });

function hasRightLength(digits: string): boolean {
  const lengths = beginnings.find(([, begins]) => begins.test(digits))?.[2] ?? OTHER_LENGTHS;
  return lengths.includes(digits.length);
}

const HOURS_UNTIL_IT_IS_OVER_EVERYWHERE = 12;

/** The month 'YYYY-MM' in the time zone that is furthest behind. */
export function currentMonth(now = Date.now()): string {
  return new Date(now - HOURS_UNTIL_IT_IS_OVER_EVERYWHERE * 3_600_000).toISOString().slice(0, 7);
}
