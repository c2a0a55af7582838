/** Which document a completion page is about, as its address says. */
export function documentIdIn(address: string): string | null {
  return new URL(address).searchParams.get('documentId') || null;
}

/** What the provider was told to hand on to the completion page. */
export function completionOf(search: string): { documentId: string | null; signedBy: string } {
  const query = new URLSearchParams(search);
  return { documentId: query.get('documentId') || null, signedBy: query.get('signedBy') ?? '' };
}
