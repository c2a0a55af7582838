/** The document id in a completion page's address. */
export function documentIdIn(address: string): string | null {
  return new URL(address).searchParams.get('documentId') || null;
}

/** The parameters that the provider passes on to the completion page. */
export function completionOf(search: string): { documentId: string | null; signedBy: string } {
  const query = new URLSearchParams(search);
  return { documentId: query.get('documentId') || null, signedBy: query.get('signedBy') ?? '' };
}
