import type { Vial, VialEntry, VialEntryType } from '@vialkeep/contract/vials.ts';
import { formatDay } from '../../ui/display/formats.ts';
import { vialsTexts } from './vials.texts.ts';

/** The values of a row in edit mode. */
export type EntryValues = { quantity: number | null; date: string; tracking_id: string; note: string };

/** The visible columns of a table. */
export type Columns = { type: VialEntryType; withNotes: boolean; withActions: boolean };

/** A row's errors by wire name. */
export type EntryErrors = Readonly<Record<string, string>>;

export function buildEntryValues(entry: VialEntry): EntryValues {
  return {
    quantity: entry.quantity,
    date: entry.date,
    tracking_id: entry.tracking_id ?? '',
    note: entry.note ?? '',
  };
}

/** A quantity of 0 is not sent (2-operations 5). */
export function wrongIn({ quantity }: EntryValues): EntryErrors {
  return quantity === null || quantity <= 0 ? { quantity: vialsTexts.enterOne } : {};
}

export function entryName(entry: VialEntry): string {
  return vialsTexts.entry(entry.quantity, formatDay(entry.date));
}

/** Whether a code of the vial, ours or an older one, contains what was typed, regardless of case, spaces and hyphens. */
export function isVialMatch({ code, old_code }: Pick<Vial, 'code' | 'old_code'>, typed: string): boolean {
  const plain = (text: string) => text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  return plain(code).includes(plain(typed)) || plain(old_code ?? '').includes(plain(typed));
}
