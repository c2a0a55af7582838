/** An empty list still has one page: 'Page 1 of 1'. */
export function pageCount(rows: number, pageSize: number): number {
  return Math.max(1, Math.ceil(rows / pageSize));
}

/** A page that no longer exists (rows were removed, an old link) becomes the last one there is. */
export function nearestPage(page: number, pages: number): number {
  return Math.min(Math.max(1, page), pages);
}

/** How many rows stand before the page: the `offset` of a list that pages on the server. */
export function offsetOf(page: number, pageSize: number): number {
  return (page - 1) * pageSize;
}
