import { isDeepStrictEqual } from 'node:util';
import type { Work } from '../db/db.ts';
import { type KeyOwner, personKey } from '../secrets/person-keys.ts';

type Value = string | number | boolean | null | readonly (string | number)[];

/** The values of each changed field before and after. */
export type FieldChanges = Readonly<Record<string, { readonly before: Value; readonly after: Value }>>;

type Row = Readonly<Record<string, unknown>>;

/** The fields of `after` that differ from `before`. */
export function changesBetween(before: Row, after: Row): FieldChanges {
  return Object.fromEntries(
    Object.entries(after)
      .filter(([field, value]) => value !== undefined && !isDeepStrictEqual(before[field] ?? null, value ?? null))
      .map(([field, value]) => [field, { before: plain(before[field]), after: plain(value) }]),
  );
}

/**
 * Seals values about a person with the person's key, so that destroying the key removes them from a log that only
 * grows. When the key is already destroyed, the values are not written.
 */
export async function sealChanges(work: Work, person: KeyOwner | null, changes: FieldChanges): Promise<FieldChanges> {
  if (person === null) return changes;
  const key = await personKey(work, person);
  const seal = (value: Value) => (value === null || value === '' ? value : (key?.seal(value) ?? 'erased'));
  return Object.fromEntries(
    Object.entries(changes).map(([field, { before, after }]) => [field, { before: seal(before), after: seal(after) }]),
  );
}

function plain(value: unknown): Value {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'number' ? item : String(item)));
  return JSON.stringify(value);
}
