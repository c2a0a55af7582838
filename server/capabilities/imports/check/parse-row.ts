import { type ImportField, type ImportKind, importedPlans, importFields } from '@vialkeep/contract/import-fields.ts';
import type { MissingEmail, ProblemReason, ValueMap } from '@vialkeep/contract/imports.ts';
import { DayUntilNow } from '@vialkeep/contract/kernel/day.ts';
import { centsFrom, MOST_CENTS } from '@vialkeep/contract/kernel/money.ts';
import { Email, optionalName, PhoneNumber, requiredName, text } from '@vialkeep/contract/kernel/text.ts';
import { webAddress } from '@vialkeep/contract/kernel/web-address.ts';
import { ProcessingData } from '@vialkeep/contract/patients.ts';
import { MOST_VIALS_AT_ONCE } from '@vialkeep/contract/vials.ts';
import type { z } from 'zod';
import { readChoice } from '../files/choices.ts';
import { plainName } from '../files/list-pdfs.ts';
import { type DayOptions, readDay, readMoment } from '../files/read-day.ts';

export type Problem = { readonly field: string; readonly value: string; readonly reason: ProblemReason };

export type ParsedRow = {
  readonly key: string | null;
  readonly email: string | null;
  readonly data: Record<string, unknown>;
  readonly problems: Problem[];
};

export type ParseOptions = DayOptions & {
  readonly kind: ImportKind;
  readonly missingEmail: MissingEmail;
  readonly valueMap: ValueMap;
  readonly products: ReadonlyMap<string, number>;
};

// PostgreSQL stores no NUL, and a form needs no other control characters than tab and line breaks.
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;
const EVERY_CONTROL = new RegExp(CONTROL, 'g');

const LONGEST_KEY = 200;
const LONGEST_CODE = 60;
const LONGEST_FILE_NAME = 300;
const SHOWN_LENGTH = 200;
const MOST_PEOPLE_IN_CELL = 50;

/** The shapes of the texts, as the forms of the product have them. */
const texts: Readonly<Record<string, z.ZodType>> = {
  first_name: requiredName('First Name', 100),
  last_name: requiredName('Last Name', 100),
  company: optionalName(),
  phone_number: PhoneNumber,
  lab_id: ProcessingData.shape.lab_id,
  number_times_qc_done: ProcessingData.shape.number_times_qc_done,
  tracking_id: text(100),
  note: text(1_000),
  coupon_code: text(50),
  card_brand: text(50),
  card_last4: text(4).regex(/^(\d{4})?$/),
  description: text(500),
  tracking_number: text(100),
  tracking_link: webAddress('Tracking link'),
  address: text(200),
};

const counts: Readonly<Record<string, readonly [least: number, most: number]>> = {
  'vials.quantity': [1, MOST_VIALS_AT_ONCE],
  'transactions.quantity': [1, 999],
  'processing.vials_preparation': [0, 100_000],
};

/** 1 yes, 2 no. */
const asNumber = new Set(['stemcell_plating_successful', 'hla_typing_test']);

/** Days on which something happened; others may lie ahead. */
const past: ReadonlySet<string> = new Set(['date', 'date_joined', 'signed_on', 'delivered_on']);

type Read = { readonly value: unknown } | { readonly reason: ProblemReason };

/** The values of a row in our terms. `cells` are texts by the names of their fields. */
export function parseRow(cells: ReadonlyMap<string, string>, options: ParseOptions): ParsedRow {
  const data: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const field of importFields[options.kind]) {
    const cell = (cells.get(field.name) ?? '').trim();
    if (cell === '') {
      const isPlaceholder = field.type === 'email' && options.missingEmail === 'placeholder';
      if (field.required && !isPlaceholder) problems.push({ field: field.name, value: '', reason: 'required' });
      continue;
    }
    const read = isStorable(cell) ? readCell(field, cell, options) : { reason: 'unknown_value' as const };
    if ('value' in read) data[field.name] = read.value;
    else problems.push({ field: field.name, value: showValue(cell), reason: read.reason });
  }
  const key = typeof data.key === 'string' ? data.key : null;
  const email = typeof data.email === 'string' ? data.email.toLowerCase() : null;
  problems.push(...contradictions(data, options.kind));
  return { key, email, data, problems };
}

function readCell(field: ImportField, cell: string, options: ParseOptions): Read {
  switch (field.type) {
    case 'key':
      return cell.length <= LONGEST_KEY ? { value: cell } : { reason: 'too_long' };
    case 'email':
      return readShape(Email, cell, 'not_an_email');
    case 'plan':
    case 'product':
    case 'entry_type':
    case 'document_kind':
    case 'yes_no':
      return readWord(field, cell, options);
    case 'day':
    case 'moment':
      return readDate(field, cell, options);
    case 'money':
      return readMoney(cell);
    case 'count':
      return readCount(`${options.kind}.${field.name}`, cell);
    case 'person':
    case 'people':
      return readPeople(cell, field.type === 'person' ? 1 : MOST_PEOPLE_IN_CELL);
    case 'tags':
      return readTags(cell);
    case 'codes':
      return readCodes(cell);
    case 'file':
      return cell.length > LONGEST_FILE_NAME ? { reason: 'too_long' } : { value: plainName(cell) };
    default:
      return readShape(texts[field.name] ?? text(), cell, 'unknown_value');
  }
}

function readShape(shape: z.ZodType, cell: string, otherwise: ProblemReason): Read {
  const parsed = shape.safeParse(cell);
  if (parsed.success) return { value: parsed.data };
  return { reason: parsed.error.issues.some(({ code }) => code === 'too_big') ? 'too_long' : otherwise };
}

function readWord(field: ImportField, cell: string, { valueMap, products }: ParseOptions): Read {
  const word = readChoice(field, cell, valueMap, products);
  if (word === null) return { reason: 'unknown_value' };
  if (field.type === 'entry_type' || field.type === 'document_kind') return { value: word };
  if (field.type === 'yes_no') return { value: asNumber.has(field.name) ? (word === 'yes' ? 1 : 2) : word === 'yes' };
  const id = Number(word);
  if (field.type === 'plan' && !importedPlans.some((plan) => plan === id)) return { reason: 'unknown_value' };
  return { value: id };
}

function readDate(field: ImportField, cell: string, options: ParseOptions): Read {
  const value = field.type === 'day' ? readDay(cell, options) : readMoment(cell, options);
  if (value === null) return { reason: 'not_a_date' };
  const isPossible = !past.has(field.name) || DayUntilNow.safeParse(value.slice(0, 10)).success;
  return isPossible ? { value } : { reason: 'not_a_date' };
}

function readMoney(cell: string): Read {
  const plain = cell.replace(/^\$\s*/, '').replaceAll(/,(?=\d{3}(?:\D|$))/g, '');
  const cents = /^\d{1,9}(?:\.\d{1,2})?$/.test(plain) ? centsFrom(plain) : null;
  return cents === null || cents > MOST_CENTS ? { reason: 'not_a_number' } : { value: cents };
}

function readCount(name: string, cell: string): Read {
  const value = /^\d{1,9}(?:\.0+)?$/.test(cell) ? Number(cell) : null;
  const [least, most] = counts[name] ?? [0, 2_147_483_647];
  return value === null || value < least || value > most ? { reason: 'not_a_number' } : { value };
}

function readPeople(cell: string, most: number): Read {
  const refs = splitCell(cell);
  if (refs.some((ref) => ref.length > 254)) return { reason: 'too_long' };
  if (refs.length === 0 || refs.length > most) return { reason: 'does_not_fit' };
  return { value: refs };
}

function readTags(cell: string): Read {
  const tags = splitCell(cell.replaceAll(',', ';'));
  const isTag = tags.length <= 50 && tags.every((tag) => /^\d{1,4}$/.test(tag));
  return isTag ? { value: [...new Set(tags.map(Number))] } : { reason: 'unknown_value' };
}

/** Printed codes as they are compared: in capitals, without spaces. */
function readCodes(cell: string): Read {
  const codes = splitCell(cell).map((code) => code.toUpperCase().replaceAll(/\s/g, ''));
  if (codes.some((code) => code.length > LONGEST_CODE)) return { reason: 'too_long' };
  if (new Set(codes).size < codes.length) return { reason: 'twice_in_file' };
  return { value: codes };
}

function splitCell(cell: string): string[] {
  return cell
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** What the cells of one row say of each other. */
function contradictions(data: Readonly<Record<string, unknown>>, kind: ImportKind): Problem[] {
  const problems: Problem[] = [];
  if (kind === 'vials' && Array.isArray(data.codes) && data.codes.length !== data.quantity) {
    problems.push({ field: 'codes', value: showValue(data.codes.join('; ')), reason: 'not_that_many' });
  }
  if (kind === 'vials' && data.type === 'added' && typeof data.tracking_id === 'string') {
    problems.push({ field: 'tracking_id', value: data.tracking_id, reason: 'unknown_value' });
  }
  const { label_date, delivered_on } = data;
  if (typeof label_date === 'string' && typeof delivered_on === 'string' && label_date > delivered_on) {
    problems.push({ field: 'delivered_on', value: delivered_on, reason: 'dates_contradict' });
  }
  return problems;
}

function isStorable(cell: string): boolean {
  return !CONTROL.test(cell) && cell.isWellFormed();
}

function showValue(cell: string): string {
  return cell.replaceAll(EVERY_CONTROL, '\ufffd').slice(0, SHOWN_LENGTH).toWellFormed();
}
