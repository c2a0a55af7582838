import { uploadAssetFile } from '@vialkeep/contract/resources.ts';
import { saveUpload } from '../../kernel/files/save-upload.ts';
import { handle } from '../../kernel/http/handle.ts';
import { assetUploads } from './resources.uploads.ts';

export const uploadAssetFileHandler = handle(uploadAssetFile, async (call) => ({
  filename: await saveUpload(call, {
    folder: assetUploads.folder,
    action: 'resources.upload_file',
    givenName: call.body.filename,
  }),
}));
