import { listLabPatients, readPatientRecord, updatePatient } from '@vialkeep/contract/patients.ts';
import { addVialEntry } from '@vialkeep/contract/vials.ts';
import type { Person, PersonaActions } from './person.ts';

export const labsHabits: PersonaActions = [
  [writesDownProcessing, 4],
  [addsVials, 3],
  [shipsVials, 3],
];

async function somePatient(lab: Person): Promise<number | null> {
  const page = await lab.read(listLabPatients);
  return page && page.results.length > 0 ? lab.dice.of(page.results).id : null;
}

async function writesDownProcessing(lab: Person): Promise<void> {
  const id = await somePatient(lab);
  const record = id && (await lab.read(readPatientRecord, { params: { id } }));
  if (!record) return;
  const mark = lab.deeds.newMark();
  const body = { number_times_qc_done: mark, version: record.version };
  await lab.do({ kind: 'processing', mark, subject: record.id }, updatePatient, { params: { id }, body });
}

async function addsVials(lab: Person): Promise<void> {
  await moveVials(lab, { type: 'added', quantity: 1 + Math.floor(lab.dice.between(0, 5)) });
}

/** The lab may ship more vials than there are; the server then refuses and changes nothing. */
async function shipsVials(lab: Person): Promise<void> {
  await moveVials(lab, { type: 'shipped', quantity: 1 + Math.floor(lab.dice.between(0, 4)), tracking_id: 'FX1' });
}

async function moveVials(lab: Person, entry: object): Promise<void> {
  const user = await somePatient(lab);
  if (user === null) return;
  const mark = lab.deeds.newMark();
  await lab.do({ kind: 'vials', mark }, addVialEntry, { body: { ...entry, date: '2026-01-05', note: mark, user } });
}
