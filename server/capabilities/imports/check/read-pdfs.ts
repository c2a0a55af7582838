import type { Services } from '../../../kernel/services.ts';
import { readUploadedPdf } from '../../../pdf/render/read-uploaded-pdf.ts';
import { hashOf, PdfReader } from '../files/pdf-reader.ts';
import type { FileRecord } from '../imports.queries.ts';

type Reading = Pick<Services, 'store' | 'files'>;

/** Reads the PDFs of a file that no check has read yet. Returns how many PDFs the file holds. */
export async function readPdfs(
  { store, files }: Reading,
  file: Pick<FileRecord, 'id'>,
  onPdfs: (pdfs: number) => Promise<void>,
): Promise<number> {
  const db = store.read('platform');
  const pdfs = await db
    .selectFrom('import_pdfs')
    .select(['n', 'sha256', 'fault'])
    .where('file_id', '=', file.id)
    .orderBy('n')
    .execute();
  const reader = new PdfReader(db, files);
  try {
    for (const [index, { n, sha256, fault }] of pdfs.entries()) {
      if (sha256 !== null || fault !== null) continue;
      const bytes = await reader.read(file.id, n);
      const isReadable = bytes !== null && (await readUploadedPdf(bytes)).readable;
      await store.unaudited('what a PDF of an import is, in the import’s own table', (own) =>
        own
          .updateTable('import_pdfs')
          .set({ sha256: bytes && hashOf(bytes), fault: isReadable ? null : 'not_a_pdf' })
          .where('file_id', '=', file.id)
          .where('n', '=', n)
          .execute(),
      );
      await onPdfs(index + 1);
    }
  } finally {
    reader.close();
  }
  return pdfs.length;
}
