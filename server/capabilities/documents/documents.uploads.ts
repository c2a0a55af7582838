import type { UploadFolder } from '../../kernel/files/upload-folder.ts';

/** A scan of somebody's consent that nobody filed is not kept (T42). */
export const documentUploads: UploadFolder = {
  folder: 'documents',
  isUsed: (eb) =>
    eb.exists(eb.selectFrom('documents').select('documents.id').whereRef('documents.file', '=', 'files.name')),
};
