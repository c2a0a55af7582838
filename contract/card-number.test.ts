import { describe, expect, test } from 'vitest';
import {
  brandOf,
  CardHolder,
  CardNumber,
  currentMonth,
  ExpiryMonth,
  holdsCardNumber,
  passesLuhn,
} from './card-number.ts';
import { CardForm } from './cards.ts';
import { Redacted } from './kernel/redacted.ts';

const VISA = '4111 1111 1111 1111';
const AMEX = '3700-000000-00002';
const nextYear = `${new Date().getUTCFullYear() + 1}-08`;

const messageOf = (shape: typeof CardNumber | typeof ExpiryMonth, given: string) =>
  shape.safeParse(given).error?.issues.map(({ message }) => message);

describe('F090 Card number', () => {
  test.each([
    '4111111111111111',
    '4111.1111.1111.1111',
    '4111_1111  1111 1111',
    '４１１１１１１１１１１１１１１１',
    'Ann 4111 1111 1111 1',
  ])('the name on a card is not %s', (typed) => {
    expect(CardHolder.safeParse(typed).success).toBe(false);
    expect(CardHolder.safeParse('Ann Lee the 3rd').success).toBe(true);
  });

  test('a card number is accepted with blanks between its digits, and the check digit finds every single wrong digit', () => {
    expect(CardNumber.parse(VISA).reveal()).toBe('4111111111111111');
    const digits = '4111111111111111';
    for (let place = 0; place < digits.length; place += 1) {
      for (let change = 1; change < 10; change += 1) {
        const digit = (Number(digits[place]) + change) % 10;
        expect(passesLuhn(`${digits.slice(0, place)}${digit}${digits.slice(place + 1)}`)).toBe(false);
      }
    }
  });

  test.each([
    ['', 'Card number is required.'],
    ['4111 1111 1111 111x', 'Use digits only.'],
    ['4111 1111 1111', 'This card number does not have the right number of digits.'],
    ['4111 1111 1111 1112', 'This card number is not right. Please check its digits.'],
  ])('the card number %j is refused with one message', (typed, sentence) => {
    expect(messageOf(CardNumber, typed)).toEqual([sentence]);
  });

  test.each([
    ['4007000000027', 'Visa'],
    ['5424000000000015', 'MasterCard'],
    ['2223000048400011', 'MasterCard'],
    ['370000000000002', 'AmericanExpress'],
    ['6011000000000012', 'Discover'],
    ['38000000000006', 'DinersClub'],
    ['3530111333300000', 'JCB'],
    ['9999999999999995', 'Card'],
  ])('the card number %s is recognised as %s', (digits, brand) => {
    expect([brandOf(digits), CardNumber.safeParse(digits).success]).toEqual([brand, true]);
  });

  test('a card number and a security code appear in no JSON and no text made from them', () => {
    const number = CardNumber.parse(VISA);
    const body = { card_number: number, cvv: new Redacted('987') };
    const written = [JSON.stringify(body), String(number)];
    for (const text of written) expect(text).not.toMatch(/4111|987/);
    expect(Object.keys(number)).toEqual([]);
  });
});

describe('C-07 Expiry month of a card', () => {
  test('an expiry month with one digit or two is stored with two', () => {
    expect(ExpiryMonth.parse(nextYear.replace('-08', '-8'))).toBe(nextYear);
    expect(ExpiryMonth.parse(nextYear)).toBe(nextYear);
  });

  test('a card is valid until its month has ended in every time zone', () => {
    expect(currentMonth(Date.parse('2026-12-01T11:59:00Z'))).toBe('2026-11');
    expect(currentMonth(Date.parse('2026-12-01T12:00:00Z'))).toBe('2026-12');
    expect(ExpiryMonth.safeParse(currentMonth()).success).toBe(true);
  });

  test.each([
    ['', 'Card expiration is required.'],
    ['2020-01', 'This card has expired.'],
    ['2099-01', 'Please check the year.'],
    ['2027-13', 'Enter the month and the year.'],
    ['08/27', 'Enter the month and the year.'],
  ])('the expiry month %j is refused', (typed, sentence) => {
    expect(messageOf(ExpiryMonth, typed)).toEqual([sentence]);
  });
});

test('F090 the security code has three digits, four on American Express, and a wrong length is reported at the code', () => {
  const fieldsOf = (card_number: string, cvv: string) =>
    CardForm.safeParse({
      card_holder: 'Maria',
      card_number,
      expiration_date: nextYear,
      cvv,
      default: false,
    }).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  expect(fieldsOf(VISA, '123')).toEqual([]);
  expect(fieldsOf(AMEX, '1234')).toEqual([]);
  expect(fieldsOf(VISA, '1234')).toEqual(['cvv: CVV has 3 digits on this card.']);
  expect(fieldsOf(AMEX, '123')).toEqual(['cvv: CVV has 4 digits on this card.']);
  expect(fieldsOf(VISA, '12')).toEqual(['cvv: CVV has 3 digits, or 4 on American Express.']);
  expect(fieldsOf(VISA, '')).toEqual(['cvv: CVV is required.']);
});

test.each([
  '4111111111111111',
  '4111 1111 1111 1111',
  'Paid with 4111-1111-1111-1111, thanks.',
  'Apt 5 4111 1111 1111 1111',
  '378282246310005',
  '\uff14111111111111111',
])('the text %s holds a card number', (words) => {
  expect(holdsCardNumber(words)).toBe(true);
});

test.each([
  '',
  '12 Main Street, 94103',
  '+1 415 555 0100',
  '4111 1111 1111 1112',
  'Ends in 1111',
  'S-000123 of 2026-11-18',
])('the text %s holds no card number', (words) => {
  expect(holdsCardNumber(words)).toBe(false);
});
