const NAMED = /\bF(\d{3})(?:–F(\d{3}))?\b/g;

/** Returns the rows that a title names: 'F067, F070 a signer' names two, 'F125–F127 a report' three. */
export function rowsNamedIn(title: string): string[] {
  const ids = [...title.matchAll(NAMED)].flatMap(([, first = '', last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => rowId(Number(first) + index)),
  );
  return [...new Set(ids)];
}

function rowId(number: number): string {
  return `F${String(number).padStart(3, '0')}`;
}
