import { createHash } from 'node:crypto';

/** JSON with the keys of every object in order, so that equal records have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function sha256OfRecord(record: unknown): string {
  return createHash('sha256').update(canonicalJson(record)).digest('hex');
}
