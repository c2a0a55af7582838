/** The address of a signed document. The file session cookie authorises the read, so a plain link works (S-18). */
export function documentAddress(file: string): string {
  return `/media/${encodeURIComponent(file)}.pdf`;
}

/** The address of the supplement, the page that completes the document's certificate. */
export function supplementAddress(file: string): string {
  return documentAddress(`${file}-supplement`);
}
