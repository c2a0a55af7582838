import type { UploadFolder } from '../../kernel/files/upload-folder.ts';

/** An uploaded scan that is not filed as a document is purged (T42). */
export const documentUploads: UploadFolder = {
  folder: 'documents',
  isUsed: (eb) =>
    eb.exists(eb.selectFrom('documents').select('documents.id').whereRef('documents.file', '=', 'files.name')),
};
