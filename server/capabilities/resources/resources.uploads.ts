import type { UploadFolder } from '../../kernel/files/upload-folder.ts';

export const assetUploads: UploadFolder = {
  folder: 'assets',
  isUsed: (eb) =>
    eb.exists(eb.selectFrom('asset_items').select('asset_items.id').whereRef('asset_items.file', '=', 'files.name')),
};
