/** Case-insensitive substring match on any of the texts. */
export function hasMatchingText(texts: readonly (string | number | undefined)[], typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return texts.some((text) => text !== undefined && String(text).toLowerCase().includes(wanted));
}
