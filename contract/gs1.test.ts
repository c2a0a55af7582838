import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GS1_FAULTS, type Gs1Data, parseGs1 } from './gs1.ts';

const GS = '\u001D';
const YEAR = 2026;
const GTIN = '09506000134352';
const NOTHING: Gs1Data = { gtin: null, lot: null, produced_on: null, expires_on: null, serial: null };
const LOT_CHARACTERS = '!"%&\'*+,-./0123456789:;<=>?ABCXYZ_abcxyz';

const gtins = fc.stringMatching(/^\d{13}$/).map((digits) => digits + checkDigit(digits));
const texts = fc.string({ unit: fc.constantFrom(...LOT_CHARACTERS), minLength: 1, maxLength: 20 });
const dates = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2049-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const labels = fc.record({ gtin: gtins, lot: texts, produced_on: dates, expires_on: dates, serial: texts });
const prefixes = fc.constantFrom(']d2', ']C1', ']Q3', ']e0', '');

describe('GS1 codes of makers', () => {
  test('a code with separators is read', () => {
    expect(parseGs1(`]d201${GTIN}1727113010HK-2411${GS}21A7`, YEAR)).toEqual({
      outcome: 'read',
      data: { gtin: GTIN, lot: 'HK-2411', produced_on: null, expires_on: '2027-11-30', serial: 'A7' },
    });
  });

  test('a code in brackets is read', () => {
    expect(parseGs1(`(01)${GTIN}(11)250102(17)271130(10)HK(1)-2411(21)A7`, YEAR)).toEqual({
      outcome: 'read',
      data: { gtin: GTIN, lot: 'HK(1)-2411', produced_on: '2025-01-02', expires_on: '2027-11-30', serial: 'A7' },
    });
  });

  test('every label is read back from either form, with each prefix', () => {
    fc.assert(
      fc.property(labels, prefixes, (label, prefix) => {
        const [made, expires] = [shortDate(label.produced_on), shortDate(label.expires_on)];
        const separated = `01${label.gtin}11${made}17${expires}10${label.lot}${GS}21${label.serial}`;
        const bracketed = `(01)${label.gtin}(11)${made}(17)${expires}(10)${label.lot}(21)${label.serial}`;
        for (const text of [prefix + separated, `${prefix}${GS}${separated}${GS}`, prefix + bracketed]) {
          expect(parseGs1(text, YEAR)).toEqual({ outcome: 'read', data: label });
        }
      }),
    );
  });

  test('the order of the fields does not matter', () => {
    expect(dataOf(`]C121A7${GS}10L1${GS}17271130`)).toEqual({
      ...NOTHING,
      serial: 'A7',
      lot: 'L1',
      expires_on: '2027-11-30',
    });
  });

  test('other identifiers are skipped, of fixed length and of variable length', () => {
    expect(dataOf(`]d23103000750200110L1${GS}240X-9${GS}713ABC${GS}01${GTIN}`)).toEqual({
      ...NOTHING,
      gtin: GTIN,
      lot: 'L1',
    });
    expect(dataOf(`(01)${GTIN}(8008)2601011200(10)L1`)).toEqual({ ...NOTHING, gtin: GTIN, lot: 'L1' });
  });

  test('day 00 is the last day of the month', () => {
    expect(dataOf('(17)280200')?.expires_on).toBe('2028-02-29');
    expect(dataOf('(17)270200')?.expires_on).toBe('2027-02-28');
    expect(dataOf('(11)261100')?.produced_on).toBe('2026-11-30');
  });

  test('two digits of a year mean at most 49 years back and 50 ahead', () => {
    expect(dataOf('(17)760101')?.expires_on).toBe('2076-01-01');
    expect(dataOf('(17)770101')?.expires_on).toBe('1977-01-01');
    expect(parseGs1('(17)010101', 2060)).toMatchObject({ data: { expires_on: '2101-01-01' } });
  });

  test.each(['(17)271301', '(17)270001', '(17)270230', '(17)271132', '(17)27113', '(17)27-1-1', ']d217 71130'])(
    '%j is refused for its date',
    (text) => expect(faultOf(text)).toBe('date'),
  );

  test('a wrong digit of a product number is refused', () => {
    fc.assert(
      fc.property(gtins, fc.nat(13), fc.integer({ min: 1, max: 9 }), (gtin, at, step) => {
        const wrong = [...gtin].with(at, String((Number(gtin.charAt(at)) + step) % 10)).join('');
        expect(faultOf(`01${wrong}10L1`)).toBe('check_digit');
        expect(faultOf(`(01)${wrong}`)).toBe('check_digit');
      }),
    );
  });

  test.each([
    ['incomplete', ']d2'],
    ['incomplete', ']d20109506'],
    ['incomplete', '(01)'],
    ['incomplete', '(01)0950600013435'],
    ['incomplete', `(10)${GS}`],
    ['incomplete', `01${GTIN}10`],
    ['incomplete', `01${GTIN}XY`],
    ['incomplete', `]d21712${GS}3010L1`],
    ['characters', '(10)L 1'],
    ['characters', '(10)^XZ'],
    ['characters', `(21)${'9'.repeat(21)}`],
    ['characters', '(10)ÄÖ'],
    ['repeated', '(10)L1(10)L2'],
    ['too_long', `01${GTIN}10${'9'.repeat(300)}`],
    ['too_long', `]d2${'(10)L1'.repeat(60)}`],
  ] as const)('a code is refused as %s: %j', (fault, text) => {
    expect(parseGs1(text, YEAR)).toEqual({ outcome: 'faulty', fault, words: GS1_FAULTS[fault] });
  });

  test('the same field with the same value twice is read', () => {
    expect(dataOf('(10)L1(10)L1')?.lot).toBe('L1');
  });

  test('stray controls do not become part of a lot number', () => {
    expect(dataOf(`\u0002]d201${GTIN}10L\u00001\u0003\r\n`)).toEqual({ ...NOTHING, gtin: GTIN, lot: 'L1' });
  });

  test('a formula in a lot number stays text', () => {
    expect(dataOf('(10)=1+1')?.lot).toBe('=1+1');
  });

  test.each(['', 'VK7QM4TXD9', '10L1', '771234567890', '010000', '=HYPERLINK("x")', '^XA^XZ', 'x'.repeat(300)])(
    '%j is no GS1 code',
    (text) => expect(parseGs1(text, YEAR)).toEqual({ outcome: 'other' }),
  );

  test('no text makes the parser fail', () => {
    const hostile = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...'0127(1)]dC\u001D\u0000'),
        fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
      ),
    });
    fc.assert(
      fc.property(prefixes, hostile, (prefix, text) => {
        expect(['read', 'faulty', 'other']).toContain(parseGs1(prefix + text, YEAR).outcome);
      }),
      { numRuns: 500 },
    );
  });
});

function dataOf(text: string): Gs1Data | null {
  const result = parseGs1(text, YEAR);
  return result.outcome === 'read' ? result.data : null;
}

function faultOf(text: string): string | null {
  const result = parseGs1(text, YEAR);
  return result.outcome === 'faulty' ? result.fault : null;
}

function shortDate(date: string): string {
  return date.slice(2).replaceAll('-', '');
}

function checkDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}
