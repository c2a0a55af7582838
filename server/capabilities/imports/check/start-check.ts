import { ImportKind, importFields } from '@vialkeep/contract/import-fields.ts';
import { checkImport } from '@vialkeep/contract/imports.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { enqueue } from '../../../kernel/jobs/jobs.ts';
import { Mapping } from '../imports.present.ts';
import { type FileRecord, filesOf, findImported, lockImport } from '../imports.queries.ts';
import { RUN_IMPORT } from '../job-names.ts';

export const checkImportHandler = handle(checkImport, async ({ params, write }) =>
  write(async (work) => {
    const row = await lockImport(work, params.id);
    if (row.state === 'checking') {
      // A second click starts nothing; the row says that it was asked for.
      await audit(work, { domainId: row.domain_id, action: 'imports.check', subject: 'import', subjectId: row.id });
      return { success: true as const, state: row.state };
    }
    if (row.state !== 'draft' && row.state !== 'checked') throw refuseBy(checkImport, 'in_progress');
    const files = await filesOf(work.db, row.id);
    requireComplete(files);
    if (await findImported(work.db, row, files)) throw refuseBy(checkImport, 'file_imported_before');
    await work.db
      .updateTable('imports')
      .set({ state: 'checking', check_no: row.check_no + 1, failure: null, done_rows: 0 })
      .where('id', '=', row.id)
      .execute();
    await enqueue(work, RUN_IMPORT, { id: row.id }, `import-${row.id}`);
    await audit(work, { domainId: row.domain_id, action: 'imports.check', subject: 'import', subjectId: row.id });
    return { success: true as const, state: 'checking' as const };
  }),
);

function requireComplete(files: readonly FileRecord[]): void {
  const listed = files.filter(({ kind }) => kind !== 'pdfs');
  if (listed.length === 0 || files.some(({ completed_at }) => completed_at === null)) {
    throw refuseBy(
      checkImport,
      'no_files',
      listed.length === 0 ? {} : { message: 'Send all files to their end first.' },
    );
  }
  for (const file of files) {
    const matched = new Set(Object.values(Mapping.parse(file.mapping)));
    const missing = importFields[ImportKind.parse(file.kind)].filter(
      ({ name, required }) => required && !matched.has(name),
    );
    if (missing.length > 0) {
      const names = missing.map(({ name }) => name).join(', ');
      throw refuseBy(checkImport, 'mapping_missing', { message: `${file.name}: match ${names} first.` });
    }
    if (file.dates_ambiguous && file.date_format === null) {
      throw refuseBy(checkImport, 'mapping_missing', { message: `${file.name}: choose how the dates are written.` });
    }
  }
}
