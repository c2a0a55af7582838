import { uploadAssetFile } from '@vialkeep/contract/resources.ts';
import { keepUpload } from '../../kernel/files/keep-upload.ts';
import { handle } from '../../kernel/http/handle.ts';
import { assetUploads } from './resources.uploads.ts';

export const uploadAssetFileHandler = handle(uploadAssetFile, async (call) => ({
  filename: await keepUpload(call, {
    folder: assetUploads.folder,
    action: 'resources.upload_file',
    givenName: call.body.filename,
  }),
}));
