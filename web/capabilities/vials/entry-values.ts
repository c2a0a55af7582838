import type { VialEntry, VialEntryType } from '@vialkeep/contract/vials.ts';
import { formatDay } from '../../ui/display/formats.ts';
import { vialsTexts } from './vials.texts.ts';

/** What a row holds while it is typed in. */
export type EntryValues = { quantity: number | null; date: string; tracking_id: string; note: string };

/** Which of the columns a table has. */
export type Columns = { type: VialEntryType; withNotes: boolean; withActions: boolean };

/** What is wrong with a field of a row, by its name on the wire. */
export type EntryErrors = Readonly<Record<string, string>>;

export function valuesOf(entry: VialEntry): EntryValues {
  return {
    quantity: entry.quantity,
    date: entry.date,
    tracking_id: entry.tracking_id ?? '',
    note: entry.note ?? '',
  };
}

/** 2-operations 5: a quantity of nothing is not sent. */
export function wrongIn({ quantity }: EntryValues): EntryErrors {
  return quantity === null || quantity <= 0 ? { quantity: vialsTexts.enterOne } : {};
}

export function entryName(entry: VialEntry): string {
  return vialsTexts.entry(entry.quantity, formatDay(entry.date));
}
