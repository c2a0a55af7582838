const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * A short id to quote to support. The same error in the same build has the same id, so that support can match reports.
 */
export function crashId(error: unknown, build: string): string {
  const told = error instanceof Error ? `${error.name}${error.message}${placeOf(error.stack)}` : String(error);
  let value = 5381n;
  for (const character of `${build}${told}`) {
    value = (value * 33n + BigInt(character.codePointAt(0) ?? 0)) % 1_073_741_824n;
  }
  const letters = Array.from({ length: 6 }, (_, place) => LETTERS[Number((value >> BigInt(place * 5)) & 31n)]);
  return `${letters.slice(0, 3).join('')}-${letters.slice(3).join('')}`;
}

function placeOf(stack = ''): string {
  return stack.split('\n').slice(1, 3).join('');
}
