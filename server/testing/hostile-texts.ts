/** Pieces of text that a file, a spreadsheet or a statement could misread. */
const pieces = [
  '=',
  '+',
  '-',
  '@',
  '\uff1d',
  '\uff0b',
  '\uff0d',
  '\uff20',
  '"',
  "'",
  ',',
  ';',
  '\t',
  '\r',
  '\n',
  '\b',
  '\f',
  '\v',
  '\\',
  '\\N',
  '\\.',
  '\\t',
  '$1',
  '%',
  '_',
  ' ',
  'Ünï',
  '\u2028',
  '😀',
  '1,5',
  'null',
  '=cmd|calc',
  "'); drop table users; --",
];

/** Returns texts of up to eight such pieces, always the same ones; every 200th is very long. */
export function hostileTexts(count: number): string[] {
  let state = 20_261_117;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const text = () => Array.from({ length: next(9) }, () => pieces[next(pieces.length)]).join('');
  return Array.from({ length: count }, (_, n) => (n % 200 === 7 ? text().repeat(2_000) : text()));
}
