import { readImportUndo, undoImport } from '@vialkeep/contract/import-afterwards.ts';
import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { enqueue } from '../../../kernel/jobs/jobs.ts';
import { undoUntil } from '../imports.present.ts';
import { filesOf, isEmptied, lockImport, requireImport } from '../imports.queries.ts';
import { RUN_IMPORT } from '../job-names.ts';
import { stopWave } from '../waves/waves.queries.ts';
import { findAllBuiltUpon, presentBuiltUpon } from './built-upon.ts';

const undoable: ReadonlySet<string> = new Set(['applied', 'stopped', 'undone_in_part']);

export const readImportUndoHandler = handle(readImportUndo, async ({ db, noteSubjects, params, services }) => {
  const row = await requireImport(db, params.id);
  const isInTime = isBefore(undoUntil(row, services.settings)) && !isEmptied(await filesOf(db, row.id));
  const isUndoable = undoable.has(row.state) && isInTime;
  const slow = services.store.readSlowly(DomainId.parse(row.domain_id));
  const found = isUndoable || row.state === 'undone_in_part' ? await findAllBuiltUpon(slow, row.id) : [];
  noteSubjects(found.filter(({ kind }) => kind === 'people').map(({ target_id }) => target_id));
  return { possible: isUndoable && found.length === 0, built_upon: presentBuiltUpon(found) };
});

export const undoImportHandler = handle(undoImport, async ({ body, params, services, write }) =>
  write(async (work) => {
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
    if ((await findAllBuiltUpon(work.db, row.id)).length > 0) throw refuseBy(undoImport, 'built_upon');
    await work.db
      .updateTable('imports')
      .set({ state: 'undoing', undo_reason: body.reason, done_rows: 0 })
      .where('id', '=', row.id)
      .execute();
    // What an earlier undo had to keep is taken back too.
    await work.db
      .updateTable('import_rows')
      .set({ state: 'applied' })
      .where('import_id', '=', row.id)
      .where('state', '=', 'kept')
      .execute();
    await enqueue(work, RUN_IMPORT, { id: row.id }, `import-${row.id}`);
    return { success: true as const, state: 'undoing' as const };
  }),
);

function isBefore(until: Date | null): boolean {
  return until === null || until > new Date();
}
