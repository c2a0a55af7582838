import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Picker } from './picker.ts';

/** Rows that are written in one turn of the event loop; other requests are answered between the turns. */
export const ROWS_A_TURN = 200;

/** The JSON text of an answer with its declared keys. A long list takes several turns of the event loop. */
export async function answerText(picker: Picker, answer: unknown): Promise<string> {
  if (isLong(answer) && picker.row) return rowsText(picker.row, answer);
  if (!picker.keys || !hasLongList(answer)) return JSON.stringify(picker.pick(answer));
  const parts: string[] = [];
  for (const [key, ofKey] of picker.keys) {
    const value: unknown = answer[key];
    if (value === undefined) continue;
    const text = isLong(value) && ofKey.row ? await rowsText(ofKey.row, value) : JSON.stringify(ofKey.pick(value));
    parts.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${parts.join(',')}}`;
}

async function rowsText({ pick }: Picker, rows: readonly unknown[]): Promise<string> {
  const slices: string[] = [];
  for (let from = 0; from < rows.length; from += ROWS_A_TURN) {
    if (from > 0) await nextTurn();
    const text = JSON.stringify(rows.slice(from, from + ROWS_A_TURN).map(pick));
    slices.push(text.slice(1, -1));
  }
  return `[${slices.join(',')}]`;
}

function isLong(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > ROWS_A_TURN;
}

function hasLongList(answer: unknown): answer is Record<string, unknown> {
  return typeof answer === 'object' && answer !== null && Object.values(answer).some(isLong);
}
