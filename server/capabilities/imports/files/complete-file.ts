import { createHash } from 'node:crypto';
import { ImportKind } from '@vialkeep/contract/import-fields.ts';
import { CHUNK_BYTES, completeImportFile } from '@vialkeep/contract/imports.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Db, Work } from '../../../kernel/db/db.ts';
import { type Call, handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { deleteChunks } from '../delete-files.ts';
import { dateStyle, Mapping, presentColumns } from '../imports.present.ts';
import { type FileRecord, reopenDraft, requireFile } from '../imports.queries.ts';
import { detectFormat, openRows } from './file-rows.ts';
import { guessColumns } from './guess-columns.ts';
import { type ListedPdf, listPdfs } from './list-pdfs.ts';
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

async function describe(call: CompletionCall, file: FileRecord, chunks: readonly Chunk[]) {
  const { db, services } = call;
  try {
    if (file.kind === 'pdfs') return describePdfs(await listPdfs(services.files, chunks, file));
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
      pdfs: [],
    };
  } catch (error) {
    if (error instanceof UnreadableFile || error instanceof ChunkLost) {
      throw refuseBy(completeImportFile, 'unreadable_file', { message: `${file.name}: ${error.message}` });
    }
    throw error;
  }
}

/** PDFs have no columns; how many there are is no number of rows. */
function describePdfs({ format, pdfs }: Awaited<ReturnType<typeof listPdfs>>) {
  const nothing = { columns: [], values: {}, mapping: {}, row_count: 0, date_format: null, dates_ambiguous: false };
  return { ...nothing, format, pdfs };
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
    if (file.kind === 'pdfs') await replacePdfs(work, file, described.pdfs);
    await audit(work, {
      domainId: row.domain_id,
      action: 'imports.complete_file',
      subject: 'import',
      subjectId: row.id,
      facts: { file: file.id, rows: described.row_count, pdfs: described.pdfs.length },
    });
    return requireFile(work.db, row.id, file.id);
  });
}

async function replacePdfs(work: Work, file: FileRecord, pdfs: readonly ListedPdf[]): Promise<void> {
  await work.db.deleteFrom('import_pdfs').where('file_id', '=', file.id).execute();
  await sql`
    insert into import_pdfs (file_id, n, domain_id, import_id, name, path, base, bytes, fault)
    select ${file.id}::integer, pdf.n, ${file.domain_id}::integer, ${file.import_id}::integer, pdf.name, lower(pdf.name),
      lower(substring(pdf.name from '[^/]*$')), pdf.bytes, pdf.fault
    from jsonb_to_recordset(${JSON.stringify(pdfs)}::jsonb) pdf (n integer, name text, bytes bigint, fault text)`.execute(
    work.db,
  );
}
