/** The styles of a cell, by their index in `styles.xml`. */
const STYLE = { plain: 0, heading: 1, moment: 2, amount: 3 } as const;

export const EMPTY_CELL = '<c/>';

export function textCell(text: string): string {
  return inline(text, '');
}

export function headingCell(text: string): string {
  return inline(text, ` s="${STYLE.heading}"`);
}

export function numberCell(value: number): string {
  return `<c><v>${value}</v></c>`;
}

export function amountCell(dollars: number): string {
  return `<c s="${STYLE.amount}"><v>${dollars}</v></c>`;
}

/** Days since 31 December 1899, as spreadsheets count them, to the second. */
export function momentCell(seconds: number): string {
  return `<c s="${STYLE.moment}"><v>${seconds / 86_400 + 25_569}</v></c>`;
}

/** Escapes text for XML, also inside quotes. */
export function escapeXml(text: string): string {
  const writable = text.replace(UNWRITABLE, '');
  return SPECIAL.test(writable) ? writable.replace(/[&<>"\r]/g, (letter) => entities[letter] ?? letter) : writable;
}

function inline(text: string, style: string): string {
  // An XML reader may drop leading and trailing white space without this attribute.
  const space = /^\s|\s$/.test(text) ? ' xml:space="preserve"' : '';
  return `<c${style} t="inlineStr"><is><t${space}>${escapeXml(text)}</t></is></c>`;
}

// oxlint-disable-next-line no-control-regex -- XML has no way to write these
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
const SPECIAL = /[&<>"\r]/;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
