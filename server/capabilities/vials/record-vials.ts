import type { VialEntryType } from '@vialkeep/contract/vials.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { announceEvent } from '../../kernel/events.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { appendCustody, lockCustody, type Patient } from '../custody/index.ts';
import { holdByReleasePolicy } from './bench-moves.ts';
import { buildLedgerFacts, type Moves } from './ledger-facts.ts';
import { makeVials, orderableOf, type Randomness, shipChosenVials, shipVials } from './stock.ts';
import { notOrderable, notStored, onlyAvailable } from './vial-refusals.ts';
import { type EntryRow, findEntry } from './vials.queries.ts';

export type NewEntry = {
  type: VialEntryType;
  date: string;
  quantity: number;
  trackingId?: string | null;
  note?: string;
  /** The vials to ship; without it, the oldest. */
  codes?: readonly string[] | undefined;
  /** The batch that new vials were made from. */
  batchId?: number;
  /** The order that ships exactly these codes, which are packed for it. */
  orderId?: number;
  /** The operator of the shift in which it was done. */
  operatorId?: number | null;
};

/** Adds or ships vials: the entry, its vials and the custody event are one transaction. */
export async function recordVials(
  work: Work,
  patient: Patient,
  entry: NewEntry,
  random?: Randomness,
): Promise<EntryRow> {
  await lockCustody(work, patient);
  if (entry.type === 'shipped' && entry.orderId === undefined) {
    const orderable = await orderableOf(work.db, patient);
    if (orderable < entry.quantity) throw onlyAvailable(orderable);
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
    facts: {
      ...buildLedgerFacts({ entry: row, before: null, after: row, moves }),
      ...(entry.operatorId ? { operator: entry.operatorId } : {}),
    },
  });
  await holdByReleasePolicy(work, patient, moves, entry.operatorId ?? null);
  await audit(work, {
    domainId: patient.domainId,
    action: 'vials.add',
    subject: 'vial_entry',
    subjectId: id,
    facts: { patient: patient.id, type: entry.type, quantity: entry.quantity },
  });
  announceEvent(work, {
    domainId: patient.domainId,
    type: entry.type === 'added' ? 'vials.added' : 'vials.shipped',
    data: { entry_id: id, patient_id: patient.id, quantity: entry.quantity, date: entry.date },
  });
  return row;
}

async function moveVials(
  work: Work,
  patient: Patient,
  entryId: number,
  { type, quantity, codes, batchId, orderId }: NewEntry,
  random?: Randomness,
): Promise<Moves> {
  if (type === 'added')
    return { made: await makeVials(work, patient, entryId, quantity, { random, batchId: batchId ?? null }) };
  if (!codes) return { shipped: await shipVials(work, patient, entryId, quantity) };
  const shipped = await shipChosenVials(work, patient, entryId, codes, orderId ?? null);
  const left = new Set(shipped);
  const missing = codes.filter((code) => !left.has(code));
  if (missing.length > 0) throw await refuseVials(work, patient, missing);
  return { shipped };
}

/** Tells vials that are not in store from those that a hold or an order keeps there. */
async function refuseVials(work: Work, patient: Patient, missing: readonly string[]) {
  const stored = await work.db
    .selectFrom('vials')
    .select('code')
    .where('patient_id', '=', patient.id)
    .where('state', '=', 'stored')
    .where('code', 'in', missing)
    .execute();
  const kept = new Set(stored.map(({ code }) => code));
  const gone = missing.filter((code) => !kept.has(code));
  return gone.length > 0 ? notStored(gone) : notOrderable(missing);
}
