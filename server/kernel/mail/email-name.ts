const LONGEST = 60;

// Many mail programs turn a word with a dot and letters after it, such as example.com, into a link.
const ADDRESS = /:\/\/|\bwww\.|@|[\p{L}\p{N}-]\.\p{L}{2,}/iu;

/** Whether a mail program would turn part of the text into a link. */
export function holdsAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** The name of a clinic or person for an email: one line, shortened, and never a web or email address. */
export function letterName(name: string, brand: string): string {
  const line = name.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  if (line === '' || holdsAddress(line)) return `A clinic of ${brand}`;
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).trimEnd()}…` : line;
}
