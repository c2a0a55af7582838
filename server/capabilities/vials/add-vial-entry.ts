import type { NamedVial } from '@vialkeep/contract/named-vial.ts';
import { addVialEntry, CHOOSE_AS_MANY } from '@vialkeep/contract/vials.ts';
import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuse } from '../../kernel/http/refuse.ts';
import { authorizePatient, type Patient } from '../custody/index.ts';
import { codesOfNamedVials } from './finding/find-named-vial.ts';
import { recordVials } from './record-vials.ts';
import { presentEntry } from './vials.present.ts';

export const addVialEntryHandler = handle(addVialEntry, async ({ access, db, write, body }) => {
  const patient = await authorizePatient(access, db, body.user ?? body.user_id ?? 0);
  const entry = await write(async (work) =>
    recordVials(work, patient, {
      type: body.type,
      date: body.date,
      quantity: body.quantity,
      trackingId: body.tracking_id,
      note: body.note ?? '',
      codes: body.vial_codes && (await codesOf(work, patient, body.vial_codes, body.quantity)),
    }),
  );
  return { success: true as const, data: presentEntry(entry, { withNote: true }) };
});

/** The chosen vials of the patient. Two of the names may mean one vial, of which only one can be shipped. */
async function codesOf({ db }: Work, patient: Patient, names: readonly NamedVial[], quantity: number) {
  const within = sql<boolean>`vials.patient_id = ${patient.id}`;
  const codes = await codesOfNamedVials(db, names, { within, field: 'vial_codes' });
  if (codes.length === quantity) return codes;
  throw refuse('invalid_input', { message: CHOOSE_AS_MANY, fields: ['vial_codes'] });
}
