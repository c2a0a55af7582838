/** Where a signed document is read. The cookie of the file session says who reads (S-18), so that a link can lead there. */
export function documentAddress(file: string): string {
  return `/media/${encodeURIComponent(file)}.pdf`;
}

/** Where the page is opened that completes its certificate. */
export function supplementAddress(file: string): string {
  return documentAddress(`${file}-supplement`);
}
