import { isDeepStrictEqual } from 'node:util';
import type { Work } from './db/db.ts';
import { type Person, personKey } from './person-keys.ts';

type Value = string | number | boolean | null | readonly (string | number)[];

/** Field → what it held before and after. */
export type Changes = Readonly<Record<string, { readonly before: Value; readonly after: Value }>>;

/** Fields that tell who a person is or how to reach them. */
const PERSONAL = new Set([
  'first_name',
  'last_name',
  'username',
  'name',
  'email',
  'company',
  'phone_number',
  'phone',
  'address1',
  'address2',
  'city',
  'state_desc',
  'country_desc',
  'zip_code',
]);

type Row = Readonly<Record<string, unknown>>;

/** The fields of `after` that differ from `before`. */
export function changesBetween(before: Row, after: Row): Changes {
  return Object.fromEntries(
    Object.entries(after)
      .filter(([field, value]) => value !== undefined && !isDeepStrictEqual(before[field] ?? null, value ?? null))
      .map(([field, value]) => [field, { before: plain(before[field]), after: plain(value) }]),
  );
}

/** The same with personal values sealed, so that destroying the person's key removes them from a log that only grows. */
export async function sealChanges(work: Work, person: Person | null, changes: Changes): Promise<Changes> {
  const personal = Object.keys(changes).filter((field) => PERSONAL.has(field));
  if (personal.length === 0) return changes;
  const key = person && (await personKey(work, person));
  const seal = (value: Value) => (value === null || value === '' ? value : (key?.seal(value) ?? 'not kept'));
  return Object.fromEntries(
    Object.entries(changes).map(([field, { before, after }]) => [
      field,
      PERSONAL.has(field) ? { before: seal(before), after: seal(after) } : { before, after },
    ]),
  );
}

function plain(value: unknown): Value {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'number' ? item : String(item)));
  return JSON.stringify(value);
}
