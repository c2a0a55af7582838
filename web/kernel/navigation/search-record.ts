/** Pages are composed at run time, so the router's types do not know their search parameters. */
export function parseSearchRecord(search: unknown): Record<string, unknown> {
  return typeof search === 'object' && search !== null ? { ...search } : {};
}
