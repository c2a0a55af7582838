const LONGEST = 60;

// A name with a dot and letters behind it, such as example.com, becomes a link in many mail programs.
const ADDRESS = /:\/\/|\bwww\.|@|[\p{L}\p{N}-]\.\p{L}{2,}/iu;

/** Whether a mail program would make a link of something in it. */
export function holdsAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** The name of a clinic or person in a letter: one line, not too long, and never a web or e-mail address. */
export function letterName(name: string, brand: string): string {
  const line = name.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  if (line === '' || holdsAddress(line)) return `A clinic of ${brand}`;
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).trimEnd()}…` : line;
}
