import { GROUP_SEPARATOR, MAX_SCANNED_CHARACTERS, parseScannedText, removeLeadingSeparators } from './scanned-text.ts';

/** What a maker's GS1 code says, as far as the bench uses it. Dates are YYYY-MM-DD. */
export type Gs1Data = {
  readonly gtin: string | null;
  readonly lot: string | null;
  readonly produced_on: string | null;
  readonly expires_on: string | null;
  readonly serial: string | null;
};

export type Gs1Fault = keyof typeof GS1_FAULTS;

/** `other` is a text that is no GS1 code; `faulty` is a GS1 code that must not be used. */
export type Gs1Result =
  | { readonly outcome: 'read'; readonly data: Gs1Data }
  | { readonly outcome: 'faulty'; readonly fault: Gs1Fault; readonly words: string }
  | { readonly outcome: 'other' };

export const GS1_FAULTS = {
  too_long: `This code has more than ${MAX_SCANNED_CHARACTERS} characters.`,
  incomplete: 'This code was not read completely. Scan it again.',
  check_digit: 'The check digit of this product number is wrong. Scan it again.',
  date: 'This code has a date that does not exist.',
  characters: 'This code has characters that a lot or serial number cannot have.',
  repeated: 'This code says the same thing twice, and differently.',
} as const;

type Field = { readonly ai: string; readonly value: string };

const NAMES: Readonly<Record<string, keyof Gs1Data>> = {
  '01': 'gtin',
  '10': 'lot',
  '11': 'produced_on',
  '17': 'expires_on',
  '21': 'serial',
};

/** Length of the value by the first two digits of the identifier; all other values end at a separator. */
const FIXED_LENGTHS: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '03': 14,
  '04': 16,
  ...Object.fromEntries(['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((ai) => [ai, 6])),
  '20': 2,
  // The identifiers of these have four digits, of which two precede the value here.
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map((ai) => [ai, 8])),
  '41': 14,
};

/** The characters that GS1 allows in lot and serial numbers, up to 20 of them. */
const LOT_OR_SERIAL = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/;
const BRACKETED = /^\(\d{2,4}\)/;
const PRODUCT_NUMBER_FIRST = /^01\d{14}/;

/** Reads the identifiers 01, 10, 11, 17 and 21 of a scanned text and skips all others. It never throws. */
export function parseGs1(scanned: string, currentYear: number = new Date().getUTCFullYear()): Gs1Result {
  const { text, isGs1 } = parseScannedText(scanned.slice(0, MAX_SCANNED_CHARACTERS + 1));
  const isBracketed = BRACKETED.test(text);
  if (!isGs1 && !isBracketed && !text.startsWith(GROUP_SEPARATOR) && !PRODUCT_NUMBER_FIRST.test(text)) {
    return { outcome: 'other' };
  }
  if (scanned.length > MAX_SCANNED_CHARACTERS) return faulty('too_long');
  const fields = isBracketed ? splitBracketed(text) : splitSeparated(text);
  return fields === null || fields.length === 0 ? faulty('incomplete') : collectData(fields, currentYear);
}

function collectData(fields: readonly Field[], currentYear: number): Gs1Result {
  const data: Record<keyof Gs1Data, string | null> = {
    gtin: null,
    lot: null,
    produced_on: null,
    expires_on: null,
    serial: null,
  };
  for (const { ai, value } of fields) {
    const name = NAMES[ai];
    if (name === undefined) continue;
    const parsed = parseValue(name, value, currentYear);
    if ('fault' in parsed) return faulty(parsed.fault);
    if (data[name] !== null && data[name] !== parsed.value) return faulty('repeated');
    data[name] = parsed.value;
  }
  return { outcome: 'read', data };
}

function parseValue(name: keyof Gs1Data, value: string, currentYear: number): { value: string } | { fault: Gs1Fault } {
  if (name === 'lot' || name === 'serial') return LOT_OR_SERIAL.test(value) ? { value } : { fault: 'characters' };
  if (name === 'gtin') {
    if (!/^\d{14}$/.test(value)) return { fault: 'incomplete' };
    return hasCheckDigit(value) ? { value } : { fault: 'check_digit' };
  }
  const date = parseDate(value, currentYear);
  return date === null ? { fault: 'date' } : { value: date };
}

/** `(01)…(17)…(10)…`, as it is printed below a symbol and typed. */
function splitBracketed(text: string): Field[] | null {
  const parts = text.split(/\((\d{2,4})\)/).slice(1);
  const fields: Field[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const value = (parts[at + 1] ?? '').replaceAll(GROUP_SEPARATOR, '').trim();
    if (value === '') return null;
    fields.push({ ai: parts[at] ?? '', value });
  }
  return fields;
}

/** Identifier and value follow each other; only a value of variable length ends at a separator or at the end. */
function splitSeparated(text: string): Field[] | null {
  const fields: Field[] = [];
  let rest = removeLeadingSeparators(text);
  while (rest !== '') {
    const ai = rest.slice(0, 2);
    if (!/^\d{2}$/.test(ai)) return null;
    const length = FIXED_LENGTHS[ai];
    const separator = rest.indexOf(GROUP_SEPARATOR);
    const end = length === undefined ? (separator < 0 ? rest.length : separator) : 2 + length;
    const value = rest.slice(2, end);
    if (value === '' || value.length < (length ?? 1) || value.includes(GROUP_SEPARATOR)) return null;
    fields.push({ ai, value });
    rest = removeLeadingSeparators(rest.slice(end));
  }
  return fields;
}

/** Weights 3 and 1 from the left over 14 digits, the last of which completes the sum to a multiple of ten. */
function hasCheckDigit(digits: string): boolean {
  return Array.from(digits).reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 3 : 1), 0) % 10 === 0;
}

/** YYMMDD; day 00 is the last day of the month. */
function parseDate(value: string, currentYear: number): string | null {
  if (!/^\d{6}$/.test(value)) return null;
  const year = fullYear(Number(value.slice(0, 2)), currentYear);
  const month = Number(value.slice(2, 4));
  if (month < 1 || month > 12) return null;
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const day = Number(value.slice(4)) || lastDay;
  return day > lastDay ? null : [year, pad(month), pad(day)].join('-');
}

/** GS1 reads two digits as the year at most 50 years ahead and at most 49 years back. */
function fullYear(digits: number, currentYear: number): number {
  const year = currentYear - (currentYear % 100) + digits;
  const ahead = year - currentYear;
  if (ahead > 50) return year - 100;
  return ahead < -49 ? year + 100 : year;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

function faulty(fault: Gs1Fault): Gs1Result {
  return { outcome: 'faulty', fault, words: GS1_FAULTS[fault] };
}
