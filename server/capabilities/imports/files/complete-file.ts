import { createHash } from 'node:crypto';
import { ImportKind } from '@vialkeep/contract/import-fields.ts';
import { CHUNK_BYTES, completeImportFile } from '@vialkeep/contract/imports.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/db.ts';
import { type Call, handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { deleteChunks } from '../delete-files.ts';
import { dateStyle, Mapping, presentColumns } from '../imports.present.ts';
import { type FileRecord, reopenDraft, requireFile } from '../imports.queries.ts';
import { detectFormat, openRows } from './file-rows.ts';
import { guessColumns } from './guess-columns.ts';
import { profileFile } from './profile-file.ts';
import { type Chunk, ChunkLost, chunksOf, readChunks } from './read-chunks.ts';
import { UnreadableFile } from './unreadable.ts';

export const completeImportFileHandler = handle(completeImportFile, async (call) => {
  const { db, params } = call;
  const file = await requireFile(db, params.id, params.fileId);
  const chunks = await chunksOf(db, file.id);
  if (chunks.length < Math.ceil(file.bytes / CHUNK_BYTES)) throw refuseBy(completeImportFile, 'incomplete');
  await requireHash(call, file, chunks);
  const described = await describe(call, file, chunks);
  const saved = await saveDescription(call, file, described);
  // Samples are of people who have no account yet.
  call.noteSubjects([]);
  return {
    columns: presentColumns(saved),
    // @NOTE it was set from the list of formats.
    date_format: described.date_format,
  };
});

type CompletionCall = Call<typeof completeImportFile>;

/** A file that changed while it was sent is thrown away, so that it can be sent again. */
async function requireHash({ params, services, write }: CompletionCall, file: FileRecord, chunks: readonly Chunk[]) {
  const hash = createHash('sha256');
  for await (const bytes of readChunks(services.files, chunks)) hash.update(bytes);
  if (hash.digest('hex') === file.sha256) return;
  await write(async (work) => {
    const row = await reopenDraft(work, params.id, () => refuseBy(completeImportFile, 'in_progress'));
    await deleteChunks(work, [file.id]);
    await audit(work, {
      domainId: row.domain_id,
      action: 'imports.drop_parts',
      subject: 'import',
      subjectId: row.id,
      facts: { file: file.id },
    });
  });
  throw refuseBy(completeImportFile, 'hash_differs');
}

type Description = Awaited<ReturnType<typeof describe>>;

async function describe({ db, services }: CompletionCall, file: FileRecord, chunks: readonly Chunk[]) {
  try {
    const format = await detectFormat(services.files, chunks);
    const { headers, rows } = await openRows(services.files, chunks, format);
    const { columns, values, rows: count } = await profileFile(headers, rows);
    const mapping = guessColumns(ImportKind.parse(file.kind), headers, await earlierMapping(db, file));
    const style = dateStyle({ columns, kind: file.kind }, mapping);
    return {
      format,
      columns,
      values,
      mapping,
      row_count: count,
      date_format: style.format,
      dates_ambiguous: style.isAmbiguous,
    };
  } catch (error) {
    if (error instanceof UnreadableFile || error instanceof ChunkLost) {
      throw refuseBy(completeImportFile, 'unreadable_file', { message: `${file.name}: ${error.message}` });
    }
    throw error;
  }
}

/** How the last file of this kind that was imported into the site had its columns matched. */
async function earlierMapping(db: Db, file: FileRecord): Promise<Mapping> {
  const earlier = await db
    .selectFrom('import_files')
    .select('mapping')
    .where('domain_id', '=', file.domain_id)
    .where('kind', '=', file.kind)
    .where('id', '!=', file.id)
    .where('applied', '>', 0)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Mapping.parse(earlier?.mapping ?? {});
}

async function saveDescription({ params, write }: CompletionCall, file: FileRecord, described: Description) {
  return write(async (work) => {
    const row = await reopenDraft(work, params.id, () => refuseBy(completeImportFile, 'in_progress'));
    // What was chosen is kept where the file is completed again.
    const isFirst = file.completed_at === null;
    await work.db
      .updateTable('import_files')
      .set({
        completed_at: new Date(),
        columns: JSON.stringify(described.columns),
        seen_values: JSON.stringify(described.values),
        format: JSON.stringify(described.format),
        row_count: described.row_count,
        ...(isFirst
          ? {
              mapping: JSON.stringify(described.mapping),
              date_format: described.date_format,
              dates_ambiguous: described.dates_ambiguous,
            }
          : {}),
      })
      .where('id', '=', file.id)
      .execute();
    await audit(work, {
      domainId: row.domain_id,
      action: 'imports.complete_file',
      subject: 'import',
      subjectId: row.id,
      facts: { file: file.id, rows: described.row_count },
    });
    return requireFile(work.db, row.id, file.id);
  });
}
