import type { UploadFolder } from '../../kernel/files/upload-folder.ts';
import { FOLDER } from './labels.present.ts';

export const labelUploads: UploadFolder = {
  folder: FOLDER,
  isUsed: (eb) => eb.exists(eb.selectFrom('labels').select('labels.id').whereRef('labels.file', '=', 'files.name')),
};
