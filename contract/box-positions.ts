/** The largest box has so many rows and columns. */
export const MOST_ROWS = 16;
export const MOST_COLUMNS = 16;
export const MOST_POSITIONS = MOST_ROWS * MOST_COLUMNS;

const FIRST_LETTER = 'A'.charCodeAt(0);

/** A position as it is written on the box: the letter of its row and the number of its column. Position 1 is A1. */
export function formatPosition(position: number, columns: number): string {
  const row = Math.floor((position - 1) / columns);
  return `${formatRow(row)}${((position - 1) % columns) + 1}`;
}

/** The letter of a row, counted from 0. */
export function formatRow(row: number): string {
  return String.fromCharCode(FIRST_LETTER + row);
}
