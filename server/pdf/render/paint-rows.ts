import { breakLines } from './fill-pages.ts';
import { BODY, FAINT_INK, INK, LINE } from './page-parts.ts';
import type { FontWeight, Typeface } from './typeface.ts';

export type StatementRow = {
  readonly day: string;
  readonly words: string;
  /** How the amount was computed; empty where there is nothing to say. */
  readonly note: string;
  readonly amount: string;
};

/** A text at its place in a row; lengths are in points, from the left and the top of the row. */
type PlacedText = {
  readonly words: string;
  readonly x: number;
  readonly baseline: number;
  readonly fontSize: number;
  readonly colour: string;
  readonly weight: FontWeight;
};

/** A row whose lines are broken and placed, so that it is painted without the layout library. */
export type PlacedRow = { readonly texts: readonly PlacedText[]; readonly height: number };

const NOTE = { fontSize: 8.5, lineHeight: 1.4 };
const COLUMNS = { day: 72, amount: 84, gap: 12 };
const PADDING = 4;
const RULE = 0.75;

/** Places the words of a row in its columns. */
export function placeRow(row: StatementRow, width: number, typeface: Typeface, weight: FontWeight = 400): PlacedRow {
  const column = width - COLUMNS.day - COLUMNS.amount - 2 * COLUMNS.gap;
  const linesOf = (words: string, room: number, { fontSize }: typeof BODY) =>
    words === '' ? [] : breakLines(typeface.show(words), room, fontSize, typeface);
  const place = (lines: readonly string[], x: number, top: number, size: typeof BODY, look: Look): PlacedText[] =>
    lines.map((words, index) => ({
      words,
      x,
      baseline: top + index * size.fontSize * size.lineHeight + typeface.baselineIn(size),
      fontSize: size.fontSize,
      ...look,
    }));
  const day = linesOf(row.day, COLUMNS.day, BODY);
  const words = linesOf(row.words, column, BODY);
  const note = linesOf(row.note, column, NOTE);
  const amount = typeface.show(row.amount);
  const wordsHeight = words.length * LINE_HEIGHT;
  const amountLeft = width - typeface.widthOf(amount, weight) * BODY.fontSize;
  return {
    texts: [
      ...place(day, 0, PADDING, BODY, { colour: FAINT_INK, weight: 400 }),
      ...place(words, COLUMNS.day + COLUMNS.gap, PADDING, BODY, { colour: INK, weight }),
      ...place([amount], amountLeft, PADDING, BODY, { colour: INK, weight }),
      ...place(note, COLUMNS.day + COLUMNS.gap, PADDING + wordsHeight, NOTE, { colour: FAINT_INK, weight: 400 }),
    ],
    height:
      Math.max(wordsHeight + note.length * NOTE.fontSize * NOTE.lineHeight, Math.max(day.length, 1) * LINE_HEIGHT) +
      2 * PADDING +
      RULE,
  };
}

type Look = Pick<PlacedText, 'colour' | 'weight'>;

const LINE_HEIGHT = BODY.fontSize * BODY.lineHeight;

/** What the layout library hands to `paint` of a canvas, as far as it is used here. */
export type Painter = {
  font(font: unknown, size: number): Painter;
  fillColor(colour: string): Painter;
  text(words: string, x: number, y: number, options: { lineBreak: false; baseline: 'alphabetic' }): Painter;
  rect(x: number, y: number, width: number, height: number): Painter;
  fill(colour: string): Painter;
};

/** Paints rows below each other, each with a line under it. A font is opened once for all texts that it is used for. */
export function paintRows(painter: Painter, rows: readonly PlacedRow[], width: number, typeface: Typeface): void {
  const looks = new Map<string, { readonly text: PlacedText; readonly font: unknown; readonly runs: TextRun[] }>();
  let top = 0;
  for (const { texts, height } of rows) {
    for (const text of texts) {
      let { x } = text;
      const runs = typeface.runsOf(text.words, text.weight);
      for (const { font, name, words } of runs) {
        const key = `${name} ${text.fontSize} ${text.colour}`;
        const look = looks.get(key) ?? { text, font, runs: [] };
        looks.set(key, look);
        look.runs.push({ words, x, baseline: top + text.baseline });
        // Most texts are one run, and measuring it would take as long as painting it.
        if (runs.length > 1) x += typeface.widthOf(words, text.weight) * text.fontSize;
      }
    }
    top += height;
    painter.rect(0, top - RULE, width, RULE).fill(LINE);
  }
  for (const { text, font, runs } of looks.values()) {
    painter.font(font, text.fontSize).fillColor(text.colour);
    for (const { words, x, baseline } of runs)
      painter.text(words, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
  }
}

type TextRun = { readonly words: string; readonly x: number; readonly baseline: number };
