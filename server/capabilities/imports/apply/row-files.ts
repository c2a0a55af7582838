import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import { storedName } from '../../../kernel/files/file-type.ts';
import { insertFileFacts } from '../../../kernel/files/insert-file-row.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import type { Services } from '../../../kernel/services.ts';
import { documentUploads } from '../../documents/index.ts';
import { drawMissingLabel, labelUploads } from '../../labels/index.ts';
import { hashOf, type PdfReader } from '../files/pdf-reader.ts';
import { ChunkLost } from '../files/read-chunks.ts';
import { isStill, type Running } from '../running.ts';
import { type Step, type StepPlace, waitingFor } from './take-rows.ts';

/** A stored PDF by its name in the file store. */
export type RowFile = { readonly name: string; readonly sha256: string };

/** The stored PDFs of rows, by file and row. */
export type RowFiles = ReadonlyMap<string, RowFile>;

type RowName = { readonly file_id: number; readonly row_no: number };

const keyOf = ({ file_id, row_no }: RowName) => `${file_id} ${row_no}`;

export function fileOf(files: RowFiles, row: RowName): RowFile | null {
  return files.get(keyOf(row)) ?? null;
}

/** The folders of the steps whose rows have files. */
export const fileFolders: Partial<Record<Step, string>> = {
  documents: documentUploads.folder,
  labels: labelUploads.folder,
};

/** PDFs that are stored before their rows are written; a killed server stores no more than these again. */
export const FILES_AT_ONCE = 50;

type NextRow = RowName & {
  readonly data: Readonly<Record<string, unknown>>;
  readonly reserved: string | null;
  readonly pdf_file: number | null;
  readonly n: number | null;
  readonly sha256: string | null;
  readonly bytes: number | null;
  readonly name: string | null;
};

type Reserved = RowFile & { readonly row: NextRow; readonly bytes: number };

/** A row whose PDF is not what the check has read. */
export class PdfLost extends Error {
  readonly row: RowName & { readonly data: Readonly<Record<string, unknown>> };
  override readonly message = 'A PDF of an import is not the one that was checked.';

  constructor(row: PdfLost['row']) {
    super();
    this.row = row;
  }
}

/**
 * Stores the PDFs of the next rows of a step. Their rows of `files` come first, so that a kill leaves no bytes that the
 * product does not know: what no record uses is deleted at night. Null where the import was stopped.
 */
export async function storeFilesOfNext(
  services: Services,
  running: Running,
  step: Step,
  { most, reader, after }: { readonly most: number; readonly reader: PdfReader; readonly after: StepPlace },
): Promise<RowFiles | null> {
  const folder = fileFolders[step];
  if (folder === undefined) return new Map();
  const missing = step === 'labels' ? await drawMissingLabel() : null;
  const reserved = await reserveNames(services, running, step, { most, after, folder, missing });
  if (reserved === null) return null;
  // By file, because one ZIP is open at a time.
  const byPlace = reserved.toSorted(
    ({ row: one }, { row: other }) => (one.pdf_file ?? 0) - (other.pdf_file ?? 0) || (one.n ?? 0) - (other.n ?? 0),
  );
  for (const { row, name, sha256 } of byPlace) {
    const bytes = row.pdf_file === null || row.n === null ? missing : await readOrNull(reader, row.pdf_file, row.n);
    if (bytes === null || hashOf(bytes) !== sha256) throw new PdfLost(row);
    await services.files.put(name, bytes, { mediaType: 'application/pdf' });
  }
  return new Map(reserved.map(({ row, name, sha256 }) => [keyOf(row), { name, sha256 }]));
}

async function readOrNull(reader: PdfReader, fileId: number, n: number): Promise<Buffer | null> {
  try {
    return await reader.read(fileId, n);
  } catch (error) {
    if (error instanceof ChunkLost) return null;
    throw error;
  }
}

type Wanted = {
  readonly most: number;
  readonly after: StepPlace;
  readonly folder: string;
  readonly missing: Buffer | null;
};

/** Gives each row the name under which its PDF will be stored; a row that is tried again keeps its name. */
async function reserveNames(
  { store }: Services,
  { id, domainId, cause }: Running,
  step: Step,
  { most, after, folder, missing }: Wanted,
): Promise<Reserved[] | null> {
  return store.write(DomainId.parse(domainId), cause, async (work) => {
    const about = { domainId, subject: 'import', subjectId: id } as const;
    if (!(await isStill(work, id, 'applying'))) {
      await audit(work, { ...about, action: 'imports.step', facts: { end: 'stopped' } });
      return null;
    }
    const { rows } = await sql<NextRow>`
      select row.file_id, row.row_no, row.data, row.before ->> 'file' as reserved, pdf.file_id as pdf_file, pdf.n,
        pdf.sha256, pdf.bytes::integer as bytes, pdf.name
      from import_rows row
        left join lateral imported_pdf(${id}, row.data ->> 'file') found on true
        left join import_pdfs pdf on pdf.file_id = found.file_id and pdf.n = found.n
      where row.import_id = ${id} and ${waitingFor(step)}
        and (row.file_id, row.row_no) > (${after.file_id}::integer, ${after.row_no}::integer)
      order by row.file_id, row.row_no limit ${most}`.execute(work.db);
    const reserved = rows.flatMap((row): Reserved[] => {
      const name = row.reserved ?? storedName(folder, 'pdf');
      if (row.pdf_file !== null) return [{ row, name, sha256: row.sha256 ?? '', bytes: row.bytes ?? 0 }];
      // A label that was on its way has a file; one that was only asked for has none.
      return missing && wasMade(row) ? [{ row, name, sha256: hashOf(missing), bytes: missing.length }] : [];
    });
    const fresh = reserved.filter(({ row }) => row.reserved === null);
    await insertFileFacts(
      work,
      fresh.map(({ row, name, sha256, bytes }) => ({
        name,
        domainId,
        ownerId: orNotFound(cause.userId),
        givenName: (row.name ?? '').slice(0, 255),
        type: 'pdf' as const,
        bytes,
        sha256,
      })),
    );
    const marks = fresh.map(({ row: { file_id, row_no }, name }) => ({ file_id, row_no, name }));
    await sql`update import_rows row set before = jsonb_build_object('file', mark.name)
      from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) mark (file_id integer, row_no integer, name text)
      where row.file_id = mark.file_id and row.row_no = mark.row_no`.execute(work.db);
    await audit(work, { ...about, action: 'imports.store_files', facts: { kind: step, files: reserved.length } });
    return reserved;
  });
}

/** Whether the other system had made this label, by what its row says of the shipment. */
function wasMade({ data }: NextRow): boolean {
  return ['tracking_number', 'tracking_link', 'delivered_on'].some((field) => Boolean(data[field]));
}
