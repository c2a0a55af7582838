/** Ids a sign-up link carries under one name: one, several with commas between, or the name several times. */
export function linkedIds(search: string, name: string): string[] {
  const ids = new URLSearchParams(search)
    .getAll(name)
    // The router writes a name that came several times as one list.
    .flatMap((value) => value.replaceAll(/[[\]"]/g, '').split(','))
    .map((id) => id.trim())
    .filter((id) => id !== '');
  return [...new Set(ids)];
}

/** What the server would take for an id in a path; the rest names nobody. */
export function isId(text: string | undefined): text is string {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text);
}
