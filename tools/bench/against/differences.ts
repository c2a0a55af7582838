/** Fields that the bench adds to documented answers (BENCH.md). */
const ADDED: readonly string[] = ['vials_quarantined', 'vials_discarded', 'vials_reserved', 'held', 'reserved'];

/** Values that differ between two starts of one version, by their form; the first that fits is used. */
const BY_CHANCE: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}[\d:.]*(Z|[+-]\d{2}:?\d{2})/g, 'TIME'],
  [/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi, 'UUID'],
  [/\b[\da-f]{32,}\b/gi, 'DIGEST'],
  [/\b[\w-]{40,}\b/g, 'TOKEN'],
  [/localhost:\d+/g, 'localhost'],
];

/** One place of an answer, such as `data[].may`, with what stands there before and now. */
export type Difference = { readonly at: string; readonly before: string; readonly now: string };

/** Where two answers differ, without the fields that the bench adds and without values made by chance. */
export function differencesOf(before: unknown, now: unknown, at = ''): Difference[] {
  if (Array.isArray(before) && Array.isArray(now)) return differencesOfLists(before, now, at);
  if (isRecord(before) && isRecord(now)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(now)].filter((key) => !ADDED.includes(key)));
    return [...keys].flatMap((key) => differencesOf(before[key], now[key], at === '' ? key : `${at}.${key}`));
  }
  const [old, recent] = [write(before), write(now)];
  return old === recent ? [] : [{ at, before: old, now: recent }];
}

/** Records with an id are compared with the record of the same id, all others by their place. */
function differencesOfLists(before: readonly unknown[], now: readonly unknown[], at: string): Difference[] {
  const inside = `${at}[]`;
  if (![...before, ...now].every(isRecord)) {
    const [old, recent] = [before.map(write), now.map(write)];
    const [gone, come] = [subtract(old, recent), subtract(recent, old)];
    const alone = [
      ...gone.map((word) => ({ at: `${inside} ${word}`, before: word, now: 'nothing' })),
      ...come.map((word) => ({ at: `${inside} ${word}`, before: 'nothing', now: word })),
    ];
    if (alone.length > 0) return alone;
    return old.join() === recent.join() ? [] : [{ at: inside, before: old.join(' '), now: recent.join(' ') }];
  }
  const [old, recent] = [byId(before), byId(now)];
  const gone = [...old.keys()].filter((id) => !recent.has(id));
  const come = [...recent.keys()].filter((id) => !old.has(id));
  const inBoth = [...old].filter(([id]) => recent.has(id));
  const order = [...recent.keys()].filter((id) => old.has(id));
  return [
    ...(gone.length > 0 || come.length > 0
      ? [{ at: `${inside} records`, before: tellAlone(gone, old), now: tellAlone(come, recent) }]
      : []),
    ...(inBoth.map(([id]) => id).join() === order.join()
      ? []
      : [{ at: `${inside} order`, before: inBoth.map(([id]) => id).join(' '), now: order.join(' ') }]),
    ...inBoth.flatMap(([id, record]) => differencesOf(record, recent.get(id), inside)),
  ];
}

/** The records that only one list holds, and the first of them. */
function tellAlone(ids: readonly string[], records: ReadonlyMap<string, unknown>): string {
  const [first] = ids;
  return first === undefined ? 'none' : `${write(records.get(first))} of ${ids.length}`;
}

function byId(list: readonly unknown[]): Map<string, unknown> {
  return new Map(
    list.map((record, place) => [
      isRecord(record) && 'id' in record ? `id ${String(record.id)}` : `place ${place}`,
      record,
    ]),
  );
}

function subtract(list: readonly string[], others: readonly string[]): string[] {
  return list.filter((one) => !others.includes(one));
}

/** A value in one line, with its keys in order and without values made by chance. */
function write(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value, (key, part: unknown) => {
    if (ADDED.includes(key)) return undefined;
    if (!isRecord(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
  return BY_CHANCE.reduce((told, [form, name]) => told.replaceAll(form, name), text);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
