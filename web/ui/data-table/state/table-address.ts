export type Sort = { key: string; descending: boolean };

/** The table state in the address. Free text is excluded: it may contain names, and addresses end up in logs. */
export type TableAddress = {
  page: number;
  sort: Sort | null;
  filters: Readonly<Record<string, string>>;
  view: string | null;
};

export type Search = Readonly<Record<string, unknown>>;

export const emptyAddress: TableAddress = { page: 1, sort: null, filters: {}, view: null };

/** `?page=2&sort=-date&f.membership=2&view=3`; with a scope, `?docs.page=2` and so on, for a second table on a screen. */
export function readAddress(search: Search, scope = ''): TableAddress {
  const own = prefixOf(scope);
  const filters: Record<string, string> = {};
  for (const [key, value] of Object.entries(search)) {
    const name = key.startsWith(`${own}f.`) ? key.slice(own.length + 2) : '';
    const text = textOf(value);
    if (name && text) filters[name] = text;
  }
  return {
    page: pageFrom(search[`${own}page`]),
    sort: sortFrom(textOf(search[`${own}sort`])),
    filters,
    view: textOf(search[`${own}view`]) || null,
  };
}

/** Replaces this table's part of the search; other parameters stay, and defaults are omitted. */
export function writeAddress(search: Search, address: TableAddress, scope = ''): Record<string, unknown> {
  const own = prefixOf(scope);
  const isOurs = (key: string) =>
    key.startsWith(`${own}f.`) || [`${own}page`, `${own}sort`, `${own}view`].includes(key);
  const written: Record<string, unknown> = Object.fromEntries(Object.entries(search).filter(([key]) => !isOurs(key)));
  if (address.page > 1) written[`${own}page`] = address.page;
  if (address.sort) written[`${own}sort`] = `${address.sort.descending ? '-' : ''}${address.sort.key}`;
  for (const [key, value] of Object.entries(address.filters)) {
    if (value) written[`${own}f.${key}`] = plain(value);
  }
  if (address.view) written[`${own}view`] = plain(address.view);
  return written;
}

export function saysNothing(address: TableAddress): boolean {
  return (
    address.page === 1 && !address.sort && !address.view && Object.values(address.filters).every((value) => !value)
  );
}

function prefixOf(scope: string): string {
  return scope ? `${scope}.` : '';
}

function pageFrom(value: unknown): number {
  const text = textOf(value);
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
}

function sortFrom(text: string): Sort | null {
  const key = text.replace(/^-/, '');
  return key ? { key, descending: text.startsWith('-') } : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

// The router writes the text '2' as "%222%22" to read it back as text; a number is written as 2.
function plain(value: string): string | number {
  return /^(0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value;
}
