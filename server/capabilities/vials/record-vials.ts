import type { VialEntryType } from '@vialkeep/contract/vials.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { appendCustody, lockCustody, type Patient } from '../custody/index.ts';
import { factsOf, type Moves } from './ledger-facts.ts';
import { makeVials, type Randomness, shipChosenVials, shipVials, storedOf } from './stock.ts';
import { notStored, onlyAvailable } from './vial-refusals.ts';
import { type EntryRow, findEntry } from './vials.queries.ts';

export type NewEntry = {
  type: VialEntryType;
  date: string;
  quantity: number;
  trackingId?: string | null;
  note?: string;
  /** The vials to ship; without it, the oldest. */
  codes?: readonly string[] | undefined;
};

/** Adds or ships vials: the entry, its vials and the custody event are one transaction. */
export async function recordVials(
  work: Work,
  patient: Patient,
  entry: NewEntry,
  random?: Randomness,
): Promise<EntryRow> {
  await lockCustody(work, patient);
  if (entry.type === 'shipped') {
    const stored = await storedOf(work.db, patient);
    if (stored < entry.quantity) throw onlyAvailable(stored);
  }
  const { id } = await work.db
    .insertInto('vial_entries')
    .values({
      patient_id: patient.id,
      domain_id: patient.domainId,
      type: entry.type,
      date: entry.date,
      quantity: entry.quantity,
      tracking_id: entry.trackingId || null,
      note: entry.note ?? '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const moves = await moveVials(work, patient, id, entry, random);
  const row = orNotFound(await findEntry(work.db, id));

  await appendCustody(work, patient, {
    kind: entry.type === 'added' ? 'vials.added' : 'vials.shipped',
    occurredOn: entry.date,
    facts: factsOf({ entry: row, before: null, after: row, moves }),
  });
  await audit(work, {
    domainId: patient.domainId,
    action: 'vials.add',
    subject: 'vial_entry',
    subjectId: id,
    facts: { patient: patient.id, type: entry.type, quantity: entry.quantity },
  });
  return row;
}

async function moveVials(
  work: Work,
  patient: Patient,
  entryId: number,
  { type, quantity, codes }: NewEntry,
  random?: Randomness,
): Promise<Moves> {
  if (type === 'added') return { made: await makeVials(work, patient, entryId, quantity, random) };
  if (!codes) return { shipped: await shipVials(work, patient, entryId, quantity) };
  const shipped = await shipChosenVials(work, patient, entryId, codes);
  const left = new Set(shipped);
  const missing = codes.filter((code) => !left.has(code));
  if (missing.length > 0) throw notStored(missing);
  return { shipped };
}
