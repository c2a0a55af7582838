import { ImportState, MOST_UNNAMED_PDFS } from '@vialkeep/contract/imports.ts';
import { sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';

export type ImportRow = Awaited<ReturnType<typeof requireImport>>;

/** An import of the connection's sites, or 404. */
export async function requireImport(db: Db, id: number) {
  const row = orNotFound(
    await db
      .selectFrom('imports')
      // An administrator of all sites is no account of the import's site.
      .leftJoin('users as creator', 'creator.id', 'imports.created_by')
      .selectAll('imports')
      .select('creator.username as creator')
      .where('imports.id', '=', id)
      .executeTakeFirst(),
  );
  return { ...row, state: ImportState.parse(row.state) };
}

/** Locks an import until the transaction ends, so that its state holds. */
export async function lockImport(work: Work, id: number) {
  const row = orNotFound(
    await work.db.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  return { ...row, state: ImportState.parse(row.state) };
}

export type LockedImport = Awaited<ReturnType<typeof lockImport>>;

export type FileRecord = Awaited<ReturnType<typeof filesOf>>[number];

export function filesOf(db: Db, importId: number) {
  return db.selectFrom('import_files').selectAll().where('import_id', '=', importId).orderBy('id').execute();
}

type FileContent = { readonly kind: string; readonly sha256: string };

/**
 * The hash of a file whose rows stand on this site by another import that was not undone. PDFs come again with corrected
 * rows, which tell by themselves what is here already.
 */
export async function findImported(
  db: Db,
  { id, domain_id }: Pick<LockedImport, 'id' | 'domain_id'>,
  files: readonly FileContent[],
): Promise<string | null> {
  const wanted = files.filter(({ kind }) => kind !== 'pdfs').map(({ kind, sha256 }) => ({ kind, sha256 }));
  const { rows } = await sql<{ sha256: string }>`
    select file.sha256 from import_files file join imports on imports.id = file.import_id
      join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) wanted (kind text, sha256 text)
        on wanted.kind = file.kind and wanted.sha256 = file.sha256
    where file.domain_id = ${domain_id} and imports.id <> ${id}
      and imports.state in ('applying', 'applied', 'stopped', 'undoing', 'undone_in_part')
    limit 1`.execute(db);
  return rows[0]?.sha256 ?? null;
}

/** The class of the advisory lock of a site whose import begins to write. */
const APPLYING = 0x696d7061;

/** Lets one import of a site after the other begin, so that each sees which files the others have. */
export async function lockApplying(work: Work, domainId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${APPLYING}, ${domainId})`.execute(work.db);
}

/** What the rows of an old import said is deleted; then it can neither go on nor be undone. */
export function isEmptied(files: readonly FileRecord[]): boolean {
  return files.some(({ emptied_at }) => emptied_at !== null);
}

export async function requireFile(db: Db, importId: number, fileId: number): Promise<FileRecord> {
  return orNotFound(
    await db
      .selectFrom('import_files')
      .selectAll()
      .where('import_id', '=', importId)
      .where('id', '=', fileId)
      .executeTakeFirst(),
  );
}

export type PdfSummary = { readonly count: number; readonly unnamed: number; readonly names: string[] };

/** How many PDFs each file of PDFs holds, and by the last check those that no row names. */
export async function summarisePdfs(db: Db, importId: number): Promise<Map<number, PdfSummary>> {
  const { rows } = await sql<PdfSummary & { file_id: number }>`
    select pdf.file_id, count(*)::integer as count,
      count(*) filter (where not pdf.is_named and imports.check_no > 0)::integer as unnamed,
      coalesce((array_agg(pdf.name order by pdf.n) filter (where not pdf.is_named and imports.check_no > 0))
        [1:${sql.lit(MOST_UNNAMED_PDFS)}], '{}') as names
    from import_pdfs pdf join imports on imports.id = pdf.import_id
    where pdf.import_id = ${importId} group by pdf.file_id`.execute(db);
  return new Map(rows.map(({ file_id, ...summary }) => [file_id, summary]));
}

/** The ids of the products by their names in lower case. */
export async function productNames(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('products').select(['id', 'name']).orderBy('id').execute();
  return new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]));
}

/** Sets the state and forgets what belonged to the former one. */
export async function setState(work: Work, id: number, state: ImportState): Promise<void> {
  await work.db.updateTable('imports').set({ state, done_rows: 0, failure: null }).where('id', '=', id).execute();
}

/** Requires that the files of an import can change, and takes it back to a draft. */
export async function reopenDraft(work: Work, id: number, refusal: () => Error): Promise<LockedImport> {
  const row = await lockImport(work, id);
  if (row.state !== 'draft' && row.state !== 'checked') throw refusal();
  if (row.state === 'checked') await setState(work, id, 'draft');
  return row;
}
