import { deleteVialEntry } from '@vialkeep/contract/vials.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuse } from '../../kernel/http/refuse.ts';
import { appendCustody } from '../custody/index.ts';
import { holdByReleasePolicy } from './bench-moves.ts';
import { announceCorrection, entryToChange } from './entry-to-change.ts';
import { buildLedgerFacts, type Moves } from './ledger-facts.ts';
import { notWithdrawableOf, returnVials, withdrawVials } from './stock.ts';
import { notWithdrawable } from './vial-refusals.ts';
import type { EntryRow } from './vials.queries.ts';

/** Withdraws an entry. Its row, the rows of its vials and their custody events remain. */
export const deleteVialEntryHandler = handle(deleteVialEntry, async ({ access, write, params }) =>
  write(async (work) => {
    const { patient, entry } = await entryToChange(work, access, params.id);
    if (entry.type === 'shipped' && !access.can('vials.delete_shipped', patient.facts)) {
      throw refuse('not_permitted');
    }
    const moves = await undo(work, entry);
    await work.db.updateTable('vial_entries').set({ deleted_at: sql`now()` }).where('id', '=', entry.id).execute();
    await appendCustody(work, patient, {
      kind: 'vials.entry_deleted',
      occurredOn: entry.date,
      facts: buildLedgerFacts({ entry, before: entry, after: null, moves }),
    });
    await holdByReleasePolicy(work, patient, moves);
    announceCorrection(work, patient, entry, 0);
    await audit(work, {
      domainId: patient.domainId,
      action: 'vials.delete',
      subject: 'vial_entry',
      subjectId: entry.id,
      facts: { patient: patient.id, type: entry.type, quantity: entry.quantity },
      changes: { deleted: { before: false, after: true } },
      personId: patient.id,
    });
    return { success: true as const };
  }),
);

async function undo(work: Work, { id, type, quantity }: EntryRow): Promise<Moves> {
  if (type === 'shipped') return { returned: await returnVials(work, id, quantity) };
  const bound = await notWithdrawableOf(work.db, id);
  if (Object.values(bound).some((count) => count > 0)) throw notWithdrawable(bound);
  return { withdrawn: await withdrawVials(work, id, quantity) };
}
