import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Services } from '../../../kernel/services.ts';
import { requireImport } from '../imports.queries.ts';
import type { Running } from '../running.ts';
import { type Foundation, findAllBuiltUpon, presentBuiltUpon, rangesOf, undoKinds } from './built-upon.ts';

/**
 * Looks at all rows before the first one is taken back: where something stands on them, nothing is undone. Returns whether
 * the undo goes on; a killed server does not look again once it has begun.
 */
export async function checkUndo(services: Services, running: Running): Promise<boolean> {
  const { store } = services;
  const row = await requireImport(store.read('platform'), running.id);
  if (row.is_undo_checked) return true;
  const { found } = await findAllBuiltUpon(store.readSlowly('platform'), running.id, Number.POSITIVE_INFINITY);
  // What an earlier undo had to keep is taken back too, or stays kept.
  await markRows(services, running, found.length === 0 ? 'applied' : 'kept', row.undone_at !== null);
  await store.write(DomainId.parse(running.domainId), running.cause, async (work) => {
    const state = row.undone_at !== null ? 'undone_in_part' : row.applied_at === null ? 'stopped' : 'applied';
    await work.db
      .updateTable('imports')
      .set(
        found.length === 0
          ? { is_undo_checked: true }
          : { state, failure: failureOf(found), ...(state === 'undone_in_part' ? {} : { undo_reason: '' }) },
      )
      .where('id', '=', running.id)
      .where('state', '=', 'undoing')
      .execute();
    await audit(work, {
      domainId: running.domainId,
      action: 'imports.check_undo',
      subject: 'import',
      subjectId: running.id,
      facts: { built_upon: found.length },
    });
  });
  return found.length === 0;
}

/** Only an import that was undone in part has rows that were kept. */
async function markRows(
  { store }: Services,
  { id }: Running,
  to: 'applied' | 'kept',
  isInPart: boolean,
): Promise<void> {
  if (!isInPart) return;
  const from = to === 'applied' ? 'kept' : 'applied';
  for (const kind of undoKinds) {
    for await (const { fileId, from: after, to: last } of rangesOf(store.readSlowly('platform'), id, kind)) {
      await store.unaudited('whether an undo asks about a row again', (db) =>
        sql`update import_rows set state = ${to}
          where file_id = ${fileId} and row_no > ${after} and row_no <= ${last} and state = ${from}`.execute(db),
      );
    }
  }
}

/** Without names: an erasure does not search these words. */
function failureOf(found: readonly Foundation[]): string {
  const parts = presentBuiltUpon(found).map(({ message, count }) => `${message} (${count})`);
  return `Nothing was undone. ${parts.join(' ')}`;
}
