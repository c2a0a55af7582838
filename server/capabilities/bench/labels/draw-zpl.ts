import { formatSymbolText } from '@vialkeep/contract/bench-codes.ts';
import { LABEL_INCHES, type LabelData, wordsOfLabel } from './label-data.ts';

const DOTS_AN_INCH = 203;
/** Dots on the edge of one module; the symbol is then 56 dots or 7 mm. */
export const ZPL_MODULE_DOTS = 4;
const SYMBOL_DOTS = 14 * ZPL_MODULE_DOTS;
const [WIDTH, HEIGHT] = [Math.round(LABEL_INCHES.width * DOTS_AN_INCH), Math.round(LABEL_INCHES.height * DOTS_AN_INCH)];
const LEFT = 10;
const TEXT_LEFT = LEFT + SYMBOL_DOTS + 3 * ZPL_MODULE_DOTS;
/** Of the rows of words: code, patient, batch, date, note. */
const ROWS = [
  { top: 4, dots: 24 },
  { top: 29, dots: 17 },
  { top: 47, dots: 17 },
  { top: 65, dots: 17 },
  { top: 84, dots: 14 },
] as const;
/** A label has no room for more, and a printer's memory for a field is limited. */
const MAX_CHARACTERS = 40;

/** Labels for Zebra printers of 203 dpi. The printer makes the symbol from its text. */
export function drawZpl(labels: readonly LabelData[]): string {
  return labels.map(drawLabel).join('');
}

function drawLabel(label: LabelData): string {
  const words = wordsOfLabel(label);
  const fields = ROWS.map(({ top, dots }, row) => ({ top, dots, text: words[row] ?? '' }))
    .filter(({ text }) => text !== '')
    .map(({ top, dots, text }) => `^FO${TEXT_LEFT},${top}^A0N,${dots},${dots}${fieldData(text)}`);
  const symbolTop = Math.round((HEIGHT - SYMBOL_DOTS) / 2);
  const symbol = `^FO${LEFT},${symbolTop}^BXN,${ZPL_MODULE_DOTS},200${fieldData(formatSymbolText(label))}`;
  // ^CI28 reads texts as UTF-8.
  return ['^XA^CI28', `^PW${WIDTH}^LL${HEIGHT}^LH0,0`, symbol, ...fields, '^XZ', ''].join('\n');
}

/**
 * The bytes of a field, with `\` before the hex digits of every byte that is no plain character. `^` and `~` begin
 * commands, so they only ever leave as hex.
 */
function fieldData(text: string): string {
  const shown = Array.from(text).slice(0, MAX_CHARACTERS).join('');
  const bytes = Array.from(Buffer.from(shown, 'utf8'), (byte) =>
    isPlain(byte) ? String.fromCharCode(byte) : `\\${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return `^FH\\^FD${bytes.join('')}^FS`;
}

function isPlain(byte: number): boolean {
  return byte >= 0x20 && byte < 0x7f && !['^', '~', '\\'].includes(String.fromCharCode(byte));
}
