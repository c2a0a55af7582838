/** An empty list has one page: 'Page 1 of 1'. */
export function pageCount(rows: number, pageSize: number): number {
  return Math.max(1, Math.ceil(rows / pageSize));
}

/** A page that no longer exists (rows were removed, an old link) becomes the last page. */
export function nearestPage(page: number, pages: number): number {
  return Math.min(Math.max(1, page), pages);
}

/** The number of rows before the page: the `offset` of a server-paged list. */
export function offsetOf(page: number, pageSize: number): number {
  return (page - 1) * pageSize;
}
