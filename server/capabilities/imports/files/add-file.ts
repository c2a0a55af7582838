import { addImportFile, CHUNK_BYTES, MOST_IMPORT_FILES } from '@vialkeep/contract/imports.ts';
import { ImportFileId } from '@vialkeep/contract/kernel/ids.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { filesOf, findImported, reopenDraft } from '../imports.queries.ts';
import { chunksOf } from './read-chunks.ts';

const MEGABYTE = 1024 * 1024;

export const addImportFileHandler = handle(addImportFile, async ({ body, params, services, write }) => {
  const most = services.settings.importMaxMegabytes;
  if (body.bytes > most * MEGABYTE) {
    throw refuseBy(addImportFile, 'too_large', { message: `A file can have ${most} MB at most.` });
  }
  return write(async (work) => {
    const row = await reopenDraft(work, params.id, () => refuseBy(addImportFile, 'in_progress'));
    const files = await filesOf(work.db, row.id);
    const begun = files.find(({ kind, sha256 }) => kind === body.kind && sha256 === body.sha256);
    if (!begun && (await findImported(work.db, row, [body]))) {
      throw refuseBy(addImportFile, 'file_imported_before');
    }
    if (!begun && files.length >= MOST_IMPORT_FILES) throw refuseBy(addImportFile, 'too_many_files');
    const { id } =
      begun ??
      (await work.db
        .insertInto('import_files')
        .values({ import_id: row.id, domain_id: row.domain_id, ...body })
        .returning('id')
        .executeTakeFirstOrThrow());
    await audit(work, {
      domainId: row.domain_id,
      action: 'imports.add_file',
      subject: 'import',
      subjectId: row.id,
      facts: { file: id, kind: body.kind, bytes: body.bytes, sha256: body.sha256 },
    });
    const received = begun && begun.completed_at === null ? await chunksOf(work.db, id) : [];
    return {
      success: true as const,
      file_id: ImportFileId.parse(id),
      chunk_bytes: CHUNK_BYTES,
      received: received.map(({ n }) => n),
    };
  });
});
