import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { AuditContext, Store } from '../../kernel/db/db.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { deleteChunks } from './delete-files.ts';
import { lockImport, setState } from './imports.queries.ts';

/** After these days, only which row became which id is kept of an import. */
const DAYS = 90;

/** Rows of one transaction, so that a million do not exceed the time limit of a statement. */
const ROWS_AT_ONCE = 10_000;

type OldFile = { readonly id: number; readonly import_id: number; readonly domain_id: number };

/** Every night, deletes the parts of old files and what their rows say. */
export const deleteOldPartsJob: Job = {
  name: 'empty-old-imports',
  at: '47 3 * * *',
  async run(_payload, { store, settings }, cause) {
    // An undo needs what the rows say.
    const days = Math.max(DAYS, settings.importUndoDays);
    for (const file of await findOld(store, days)) {
      if (await beginEmptying(store, cause, file, days)) await emptyRows(store, cause, file);
    }
  },
};

/** An import is as old as the last thing that was done with it. */
const isOld = (days: number) => sql<boolean>`greatest(imports.created_at, imports.checked_at, imports.stopped_at,
  imports.applied_at, imports.undone_at, (select max(completed_at) from import_files sent where sent.import_id = imports.id))
  < now() - make_interval(days => ${days})`;

/** With the files that a stopped server had begun to empty: the columns go last. */
function findOld(store: Store, days: number): Promise<OldFile[]> {
  return store
    .read('platform')
    .selectFrom('import_files')
    .innerJoin('imports', 'imports.id', 'import_files.import_id')
    .select(['import_files.id', 'import_files.import_id', 'import_files.domain_id'])
    .where((eb) => eb.or([eb('import_files.emptied_at', 'is', null), sql<boolean>`import_files.columns <> '[]'`]))
    .where('imports.state', 'not in', ['checking', 'applying', 'undoing'])
    .where(isOld(days))
    .orderBy('import_files.id')
    .execute();
}

/** From here on the import can neither be written nor taken back, so that its rows can go one slice after the other. */
function beginEmptying(store: Store, cause: AuditContext, file: OldFile, days: number): Promise<boolean> {
  return store.write('platform', cause, async (work) => {
    const { state } = await lockImport(work, file.import_id);
    const old = await work.db
      .selectFrom('imports')
      .select('id')
      .where('id', '=', file.import_id)
      .where('state', 'not in', ['checking', 'applying', 'undoing'])
      .where(isOld(days))
      .executeTakeFirst();
    if (old) {
      if (state === 'draft' || state === 'checked') await setState(work, file.import_id, 'discarded');
      await deleteChunks(work, [file.id]);
      await work.db.updateTable('import_files').set({ emptied_at: sql`now()` }).where('id', '=', file.id).execute();
    }
    await audit(work, {
      domainId: file.domain_id,
      action: 'imports.empty',
      subject: 'import',
      subjectId: file.import_id,
      facts: { file: file.id, begun: old !== undefined },
    });
    return old !== undefined;
  });
}

async function emptyRows(store: Store, cause: AuditContext, file: OldFile): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    after = await store.write('platform', cause, async (work) => {
      // Two plain ranges: a join would be planned with what was known before the rows were loaded.
      const { rows } = await sql<{ last: number | null; count: number }>`
        select max(row_no) as last, count(*)::integer as count from (
          select row_no from import_rows where file_id = ${file.id} and row_no > ${from}
          order by row_no limit ${ROWS_AT_ONCE}) slice`.execute(work.db);
      const { last = null, count: emptied = 0 } = rows[0] ?? {};
      await sql`update import_rows set data = '{}', problems = '[]', email = null
        where file_id = ${file.id} and row_no > ${from} and row_no <= ${last}`.execute(work.db);
      if (last === null) {
        await work.db
          .updateTable('import_files')
          .set({ columns: '[]', seen_values: '{}' })
          .where('id', '=', file.id)
          .execute();
      }
      await audit(work, {
        domainId: file.domain_id,
        action: 'imports.empty',
        subject: 'import',
        subjectId: file.import_id,
        facts: { file: file.id, rows: emptied },
      });
      return last;
    });
  }
}
