/** What takes the place of a text about an erased person. */
export const ERASED = 'erased';

/** Names of changed fields, which tell nothing about a person. */
const HARMLESS = new Set(['fields']);

/** Replaces every text within facts about an erased person; numbers, ids and the names of fields stay. */
export function maskTexts(value: unknown): unknown {
  if (typeof value === 'string') return ERASED;
  if (Array.isArray(value)) return value.map(maskTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, HARMLESS.has(name) ? item : maskTexts(item)]),
  );
}
