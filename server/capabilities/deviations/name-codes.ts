const MOST_NAMED = 5;

/** Some codes in words, for a refusal. */
export function nameCodes(codes: readonly string[]): string {
  return `${codes.slice(0, MOST_NAMED).join(', ')}${codes.length > MOST_NAMED ? ' …' : ''}`;
}
