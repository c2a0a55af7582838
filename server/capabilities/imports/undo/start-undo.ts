import { readImportUndo, undoImport } from '@vialkeep/contract/import-afterwards.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { enqueue } from '../../../kernel/jobs/jobs.ts';
import type { Services } from '../../../kernel/services.ts';
import { undoUntil } from '../imports.present.ts';
import { filesOf, isEmptied, lockImport, requireImport } from '../imports.queries.ts';
import { RUN_IMPORT } from '../job-names.ts';
import { stopWave } from '../waves/waves.queries.ts';
import { type Foundation, findAllBuiltUpon, presentBuiltUpon } from './built-upon.ts';

const undoable: ReadonlySet<string> = new Set(['applied', 'stopped', 'undone_in_part']);

export const readImportUndoHandler = handle(readImportUndo, async ({ db, noteSubjects, params, services }) => {
  const row = await requireImport(db, params.id);
  const isInTime = isBefore(undoUntil(row, services.settings)) && !isEmptied(await filesOf(db, row.id));
  const isUndoable = undoable.has(row.state) && isInTime;
  const found = isUndoable || row.state === 'undone_in_part' ? await look(services, row.id) : [];
  noteSubjects(found.map(({ person }) => person));
  return { possible: isUndoable && found.length === 0, built_upon: presentBuiltUpon(found) };
});

export const undoImportHandler = handle(undoImport, async ({ actor, body, db, params, proof, services, write }) => {
  const { id, state } = await requireImport(db, params.id);
  // It removes accounts, as their deletion does. A program that may import may take its import back.
  if (actor.key === null) await proof.require();
  const found = undoable.has(state) ? await look(services, id) : [];
  return write(async (work) => {
    const row = await lockImport(work, params.id);
    const about = { domainId: row.domain_id, action: 'imports.undo', subject: 'import', subjectId: row.id } as const;
    await audit(work, about);
    // A second click starts nothing.
    if (row.state === 'undoing') return { success: true as const, state: row.state };
    if (!undoable.has(row.state)) throw refuseBy(undoImport, 'not_applied');
    const isGone = isEmptied(await filesOf(work.db, row.id));
    if (isGone || !isBefore(undoUntil(row, services.settings))) throw refuseBy(undoImport, 'too_late');
    // A person who is about to be removed gets no invitation.
    await stopWave(work, row.id);
    if (found.length > 0) throw refuseBy(undoImport, 'built_upon');
    await work.db
      .updateTable('imports')
      .set({ state: 'undoing', undo_reason: body.reason, done_rows: 0, failure: null, is_undo_checked: false })
      .where('id', '=', row.id)
      .execute();
    await enqueue(work, RUN_IMPORT, { id: row.id }, `import-${row.id}`);
    return { success: true as const, state: 'undoing' as const };
  });
});

/** How long a call looks; the job looks at all rows before it takes the first one back. */
const LOOK_MS = 5_000;

async function look({ store }: Services, id: number): Promise<readonly Foundation[]> {
  const { found } = await findAllBuiltUpon(store.readSlowly('platform'), id, LOOK_MS);
  return found;
}

function isBefore(until: Date | null): boolean {
  return until === null || until > new Date();
}
