import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Font } from '@react-pdf/renderer';

/** The fonts of the documents. */
export type Typeface = {
  /** Font families, tried in this order for each character. */
  readonly text: string[];
  /** For a typed signature. */
  readonly signature: string[];
  /** The text in printable characters. Others are replaced by their code point, such as [U+5C71]. */
  readonly show: (words: string) => string;
  readonly showSigned: (words: string) => string;
};

/** Loaded once per process: the library registers fonts globally. */
export function openTypeface(): Promise<Typeface> {
  opened ??= load();
  return opened;
}

let opened: Promise<Typeface> | undefined;

/**
 * Complete fonts, one file for all alphabets: subsets per alphabet share one name, and the library would embed them
 * again at every change between them.
 */
const SANS = { 400: '400Regular/SourceSans3_400Regular.ttf', 700: '700Bold/SourceSans3_700Bold.ttf' };
const JAPANESE = { 400: 'Kosugi_400Regular.ttf' };
const SCRIPT = { 400: '600SemiBold/DancingScript_600SemiBold.ttf' };

async function load(): Promise<Typeface> {
  Font.registerHyphenationCallback(piecesOf);
  const sans = registerFamily('source-sans-3', SANS);
  const japanese = registerFamily('kosugi', JAPANESE);
  const script = registerFamily('dancing-script', SCRIPT);
  // The built-in fonts need no file, and support Western European characters only.
  const text = [...(sans.length > 0 ? sans : ['Helvetica']), ...japanese];
  const signature = [...(script.length > 0 ? script : ['Times-Italic']), ...text];
  const [inText, inSignature] = await Promise.all([lettersOf(text), lettersOf(signature)]);
  return {
    text,
    signature,
    show: (words) => printable(words, inText),
    showSigned: (words) => printable(words, inSignature),
  };
}

/** The family's name, if its package is installed. */
function registerFamily(family: string, files: Readonly<Record<number, string>>): string[] {
  const folder = packageFolder(`@expo-google-fonts/${family}`);
  if (folder === null) return [];
  const fonts = Object.entries(files).map(([weight, file]) => ({
    src: join(folder, file),
    fontWeight: Number(weight),
  }));
  Font.register({ family, fonts });
  return [family];
}

function packageFolder(name: string): string | null {
  const searched = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const manifest = searched.map((folder) => join(folder, name, 'package.json')).find((path) => existsSync(path));
  return manifest === undefined ? null : dirname(manifest);
}

type Letters = { hasGlyphForCodePoint(codePoint: number): boolean };

/** Whether one of the families has a character. */
async function lettersOf(families: readonly string[]): Promise<(codePoint: number) => boolean> {
  const fonts = await Promise.all(
    families.map(async (fontFamily) => {
      await Font.load({ fontFamily });
      // @NOTE the library's types depend on its font reader, which has none.
      return Font.getFont({ fontFamily }).data as Letters | null;
    }),
  );
  return (codePoint) => fonts.some((font) => font?.hasGlyphForCodePoint(codePoint) === true);
}

function printable(words: string, has: (codePoint: number) => boolean): string {
  return Array.from(words.normalize('NFC').replace(/[\s\p{Cc}]+/gu, ' '), (letter) => {
    const codePoint = letter.codePointAt(0) ?? 0;
    return has(codePoint) ? letter : `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;
  }).join('');
}

const LONGEST_WORD = 24;

/** Words are not hyphenated; only one that is longer than a line is cut. */
function piecesOf(word: string | null): string[] {
  const letters = Array.from(word ?? '');
  if (letters.length <= LONGEST_WORD) return [word ?? ''];
  const pieces = Math.ceil(letters.length / LONGEST_WORD);
  return Array.from({ length: pieces }, (_, index) =>
    letters.slice(index * LONGEST_WORD, (index + 1) * LONGEST_WORD).join(''),
  );
}
