import type { VialEntry } from '@vialkeep/contract/vials.ts';
import type { z } from 'zod';
import type { EntryRow } from './vials.queries.ts';

export function presentEntry(row: EntryRow, { withNote }: { withNote: boolean }): z.input<typeof VialEntry> {
  return {
    id: row.id,
    type: row.type,
    quantity: row.quantity,
    date: row.date,
    tracking_id: row.tracking_id,
    ...(withNote ? { note: row.note } : {}),
    user: row.patient_id,
    user_id: row.patient_id,
    codes: row.codes,
  };
}
