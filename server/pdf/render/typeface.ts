import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Font } from '@react-pdf/renderer';

export type FontWeight = 400 | 700;

/** Words that one font has all characters of; the font is what the library's painter opens. */
export type FontRun = { readonly words: string; readonly font: unknown; readonly name: string };

/** The fonts of the documents. */
export type Typeface = {
  /** Font families, tried in this order for each character. */
  readonly text: string[];
  /** For a typed signature. */
  readonly signature: string[];
  /** The text in printable characters. Others are replaced by their code point, such as [U+5C71]. */
  readonly show: (words: string) => string;
  readonly showSigned: (words: string) => string;
  /** The width of a text at the size 1. */
  readonly widthOf: (words: string, weight?: FontWeight) => number;
  /** A text divided by the fonts that have its characters. */
  readonly runsOf: (words: string, weight: FontWeight) => readonly FontRun[];
  /** How far below the top of its line a text stands, in points. */
  readonly baselineIn: (size: { readonly fontSize: number; readonly lineHeight: number }) => number;
  /** Where a word may be broken. */
  readonly piecesOf: (word: string) => string[];
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
    ...(await openPainting(text)),
    piecesOf,
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

/** A font as its reader gives it. @NOTE the library's types depend on that reader, which has none. */
type FontData = Letters & {
  readonly type?: string;
  readonly fullName: string;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  layout(words: string): { readonly advanceWidth: number };
};

/** Loads both weights of the families, for texts that are measured and painted without the layout library. */
async function openPainting(families: readonly string[]): Promise<Pick<Typeface, 'widthOf' | 'runsOf' | 'baselineIn'>> {
  const fonts = { 400: await loadFonts(families, 400), 700: await loadFonts(families, 700) };
  const runsOf = (words: string, weight: FontWeight) => divideByFont(words, fonts[weight]);
  const measured = new Map<string, number>();
  const measure = (words: string, weight: FontWeight) => {
    const key = `${weight} ${words}`;
    const width = measured.get(key) ?? runsOf(words, weight).reduce((sum, run) => sum + widthBy(run), 0);
    if (measured.size < MOST_MEASURED) measured.set(key, width);
    return width;
  };
  return {
    runsOf: (words, weight) =>
      runsOf(words, weight).map(({ words: part, font }) => ({ words: part, ...openable(font) })),
    widthOf: (words, weight = 400) => {
      // Numbers differ in every row, and shaping each would take most of the time; their letters are not kerned.
      const parts = HAS_DIGIT.test(words) ? Array.from(words) : [words];
      return parts.reduce((sum, part) => sum + measure(part, weight), 0);
    },
    baselineIn: ({ fontSize, lineHeight }) => {
      const { ascent, descent, unitsPerEm } = fonts[400][0] ?? NO_FONT;
      return (fontSize * (lineHeight + (ascent + descent) / unitsPerEm)) / 2;
    },
  };
}

const HAS_DIGIT = /\d/;

const NO_FONT = { ascent: 0, descent: 0, unitsPerEm: 1 };

async function loadFonts(families: readonly string[], fontWeight: FontWeight): Promise<FontData[]> {
  const loaded = await Promise.all(
    families.map(async (fontFamily) => {
      await Font.load({ fontFamily, fontWeight });
      return Font.getFont({ fontFamily, fontWeight }).data as FontData | null;
    }),
  );
  return loaded.filter((font) => font !== null);
}

type RunInFont = { words: string; readonly font: FontData };

/** Characters that no family has are of the first one; `show` has replaced them before. */
function divideByFont(words: string, [first, ...others]: readonly FontData[]): RunInFont[] {
  const runs: RunInFont[] = [];
  if (!first) return runs;
  for (const letter of words) {
    const codePoint = letter.codePointAt(0) ?? 0;
    const has = (font: FontData) => font.hasGlyphForCodePoint(codePoint);
    const font = has(first) ? first : (others.find(has) ?? first);
    const last = runs.at(-1);
    if (last?.font === font) last.words += letter;
    else runs.push({ words: letter, font });
  }
  return runs;
}

function widthBy({ words, font }: RunInFont): number {
  return font.layout(words).advanceWidth / font.unitsPerEm;
}

/** A built-in font is opened by its name. */
function openable(font: FontData): Pick<FontRun, 'font' | 'name'> {
  return { font: font.type === 'STANDARD' ? font.fullName : font, name: font.fullName };
}

/** Statements repeat the same words in thousands of rows. */
const MOST_MEASURED = 2_000;

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
