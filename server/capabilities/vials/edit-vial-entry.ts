import type { Received } from '@vialkeep/contract/kernel/route.ts';
import { editVialEntry } from '@vialkeep/contract/vials.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { changesBetween } from '../../kernel/audit/audit-changes.ts';
import type { Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuse } from '../../kernel/http/refuse.ts';
import { appendCustody, type Patient } from '../custody/index.ts';
import { holdByReleasePolicy } from './bench-moves.ts';
import { announceCorrection, entryToChange } from './entry-to-change.ts';
import { buildLedgerFacts, type Moves } from './ledger-facts.ts';
import { makeVials, notWithdrawableOf, orderableOf, returnVials, shipVials, withdrawVials } from './stock.ts';
import { notWithdrawable, onlyAvailable } from './vial-refusals.ts';
import { presentEntry } from './vials.present.ts';
import { type EntryRow, findEntry } from './vials.queries.ts';

export const editVialEntryHandler = handle(editVialEntry, async ({ access, write, params, body }) =>
  write(async (work) => {
    const { patient, entry } = await entryToChange(work, access, params.id);
    requireSameEntry(entry, body);
    const changes = {
      quantity: body.quantity ?? entry.quantity,
      note: body.note === undefined ? entry.note : (body.note ?? ''),
      tracking_id: body.tracking_id === undefined ? entry.tracking_id : body.tracking_id || null,
    };
    const fields = (['quantity', 'note', 'tracking_id'] as const).filter((field) => changes[field] !== entry[field]);
    if (fields.length > 0) await change(work, patient, entry, changes);
    await audit(work, {
      domainId: patient.domainId,
      action: 'vials.edit',
      subject: 'vial_entry',
      subjectId: entry.id,
      facts: { patient: patient.id, fields },
      changes: changesBetween(entry, changes),
      personId: patient.id,
    });
    return presentEntry(orNotFound(await findEntry(work.db, entry.id)), { withNote: true });
  }),
);

/** The type and the patient of an entry cannot change: a request with others means another entry. */
function requireSameEntry(entry: EntryRow, body: Received<typeof editVialEntry>['body']): void {
  const fields = {
    ...(body.type === undefined || body.type === entry.type ? {} : { type: 'The type of an entry cannot be changed.' }),
    ...([body.user, body.user_id].every((user) => !user || user === entry.patient_id)
      ? {}
      : { user: 'This entry is another patient’s.' }),
    ...(entry.type === 'added' && body.tracking_id ? { tracking_id: 'Only shipped vials have a tracking ID.' } : {}),
  };
  if (Object.keys(fields).length > 0) throw refuse('invalid_input', { fields, message: Object.values(fields)[0] });
}

type VialEntryChanges = { quantity: number; note: string; tracking_id: string | null };

async function change(work: Work, patient: Patient, entry: EntryRow, changes: VialEntryChanges): Promise<void> {
  const moves = await moveVials(work, patient, entry, changes.quantity - entry.quantity);
  await work.db.updateTable('vial_entries').set(changes).where('id', '=', entry.id).execute();
  await appendCustody(work, patient, {
    kind: 'vials.entry_changed',
    occurredOn: entry.date,
    facts: buildLedgerFacts({ entry, before: entry, after: { ...entry, ...changes }, moves }),
  });
  await holdByReleasePolicy(work, patient, moves);
  announceCorrection(work, patient, entry, changes.quantity);
}

/** Vials of one entry are of one batch, by which a recall finds them. */
async function findBatchOf(work: Work, entryId: number): Promise<number | null> {
  const vial = await work.db
    .selectFrom('vials')
    .select('batch_id')
    .where('added_entry_id', '=', entryId)
    .where('batch_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return vial?.batch_id ?? null;
}

/** Makes, withdraws, ships or returns as many vials as the quantity of the entry changes by. */
async function moveVials(work: Work, patient: Patient, { id, type }: EntryRow, more: number): Promise<Moves> {
  if (more === 0) return {};
  if (type === 'added') {
    if (more > 0) return { made: await makeVials(work, patient, id, more, { batchId: await findBatchOf(work, id) }) };
    const withdrawn = await withdrawVials(work, id, -more);
    if (withdrawn.length < -more) throw notWithdrawable(await notWithdrawableOf(work.db, id));
    return { withdrawn };
  }
  if (more < 0) return { returned: await returnVials(work, id, -more) };
  const orderable = await orderableOf(work.db, patient);
  if (orderable < more) throw onlyAvailable(orderable);
  return { shipped: await shipVials(work, patient, id, more) };
}
