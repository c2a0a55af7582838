import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { deleteChunks } from './delete-files.ts';

/** After these days, only which row became which id is kept of an import. */
const DAYS = 90;

/** Every night, deletes the parts of old files and what their rows say. */
export const deleteOldPartsJob: Job = {
  name: 'empty-old-imports',
  at: '47 3 * * *',
  async run(_payload, { store }, cause) {
    const old = await store
      .read('platform')
      .selectFrom('import_files')
      .innerJoin('imports', 'imports.id', 'import_files.import_id')
      .select(['import_files.id', 'import_files.import_id', 'import_files.domain_id'])
      .where('import_files.emptied_at', 'is', null)
      .where('imports.state', 'not in', ['checking', 'applying', 'undoing', 'stopped'])
      .where('imports.created_at', '<', sql<Date>`now() - make_interval(days => ${DAYS})`)
      .where('imports.applied_at', 'is distinct from', null)
      .execute();
    for (const { id, import_id, domain_id } of old) {
      await store.write('platform', cause, async (work) => {
        await deleteChunks(work, [id]);
        await work.db
          .updateTable('import_rows')
          .set({ data: '{}', problems: '[]', email: null })
          .where('file_id', '=', id)
          .execute();
        await work.db
          .updateTable('import_files')
          .set({ emptied_at: sql`now()`, columns: '[]', seen_values: '{}' })
          .where('id', '=', id)
          .execute();
        await audit(work, {
          domainId: domain_id,
          action: 'imports.empty',
          subject: 'import',
          subjectId: import_id,
          facts: { file: id },
        });
      });
    }
  },
};
