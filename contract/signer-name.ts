/** The message for a typed name that is not the signer's. */
export function nameDiffersMessage(name: string): string {
  return `Type your name as it stands on the document: ${name}.`;
}

/**
 * True where the typed text contains the words of the signer's name in their order. Marks, case and punctuation are
 * ignored, and other words (a title, a middle name) may stand before, between and after. A name without any letter or
 * digit matches only the same text.
 */
export function holdsName(typed: string, name: string): boolean {
  const words = splitNameWords(name);
  if (words.length === 0) return typed.trim().normalize('NFC') === name.trim().normalize('NFC') && name.trim() !== '';
  const pieces = foldLetters(typed).match(PIECE) ?? [];
  let from = 0;
  for (const word of words) {
    const next = endOfRun(pieces, word, from);
    if (next === null) return false;
    from = next;
  }
  return true;
}

/** Letters, digits and the vowel signs that stay after folding. */
const PIECE = /[\p{L}\p{N}\p{M}]+/gu;
const NOT_OF_A_WORD = /[^\p{L}\p{N}\p{M}]+/gu;

function splitNameWords(name: string): string[] {
  return foldLetters(name)
    .split(/\s+/u)
    .map((word) => word.replaceAll(NOT_OF_A_WORD, ''))
    .filter((word) => word !== '');
}

/**
 * Accents, Hebrew and Arabic points, and the invisible characters that only shape or vary a letter. The vowel signs of
 * other scripts stay, because without them different names become the same; so do the two marks that tell Japanese
 * syllables apart.
 */
const MARKS = /(?![\u3099\u309a])\p{Script=Inherited}|(?=\p{M})[\p{Script=Hebrew}\p{Script=Arabic}]|\u0640/gu;

/** Latin letters with a stroke or a joined pair, which Unicode does not take apart. */
const PLAIN: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  þ: 'th',
  ς: 'σ',
};

/** Upper case comes first, because it makes ß and SS, ı and I equal. */
function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[æœøłđðħŧþς]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFC');
}

/** The index after the first run of pieces that together form this word, since "O'Neil" may be typed as "O Neil". */
function endOfRun(pieces: readonly string[], word: string, from: number): number | null {
  for (let start = from; start < pieces.length; start += 1) {
    let joined = '';
    for (let end = start; end < pieces.length && joined.length < word.length; end += 1) {
      joined += pieces[end];
      if (joined === word) return end + 1;
    }
  }
  return null;
}
