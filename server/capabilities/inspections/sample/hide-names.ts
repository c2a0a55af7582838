/** What takes the place of a text in an inspection without names. */
const HIDDEN = 'hidden';

/** Fields whose texts are words of the product. */
const HARMLESS = new Set([
  'type',
  'kind',
  'status',
  'state',
  'origin',
  'fields',
  'method',
  'by',
  'number_times_qc_done',
]);

/** Days, times, codes of vials, hashes, and numbers too short for a telephone, a ZIP code or a shipment. */
const HARMLESS_TEXT =
  /^(?:\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?|\d{1,3}|[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]|[0-9a-f]{64}|)$/;

/**
 * Replaces every text that may say who a person is. A text stays only where its field or its shape is known to be
 * harmless, so that a new field is hidden until it is named here.
 */
export function hideNames(value: unknown): unknown {
  if (typeof value === 'string') return HARMLESS_TEXT.test(value) ? value : HIDDEN;
  if (Array.isArray(value)) return value.map(hideNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, HARMLESS.has(name) && isPlain(item) ? item : hideNames(item)]),
  );
}

/** A text, or a list of texts; a change of such a field is an object with both values. */
function isPlain(item: unknown): boolean {
  return typeof item === 'string' || (Array.isArray(item) && item.every((part) => typeof part === 'string'));
}
