import { addVialEntry } from '@vialkeep/contract/vials.ts';
import { handle } from '../../kernel/http/handle.ts';
import { authorizePatient } from '../custody/index.ts';
import { recordVials } from './record-vials.ts';
import { presentEntry } from './vials.present.ts';

export const addVialEntryHandler = handle(addVialEntry, async ({ access, db, write, body }) => {
  const patient = await authorizePatient(access, db, body.user ?? body.user_id ?? 0);
  const entry = await write((work) =>
    recordVials(work, patient, {
      type: body.type,
      date: body.date,
      quantity: body.quantity,
      trackingId: body.tracking_id,
      note: body.note ?? '',
      codes: body.vial_codes,
    }),
  );
  return { success: true as const, data: presentEntry(entry, { withNote: true }) };
});
