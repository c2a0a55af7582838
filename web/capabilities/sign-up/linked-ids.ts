/** The ids of one parameter in a sign-up link: one, several separated by commas, or the parameter repeated. */
export function linkedIds(search: string, name: string): string[] {
  const ids = new URLSearchParams(search)
    .getAll(name)
    // The router serialises a repeated parameter as one list.
    .flatMap((value) => value.replaceAll(/[[\]"]/g, '').split(','))
    .map((id) => id.trim())
    .filter((id) => id !== '');
  return [...new Set(ids)];
}

/** Whether the server accepts the text as an id in a path; other texts are ignored. */
export function isId(text: string | undefined): text is string {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text);
}
