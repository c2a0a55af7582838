import { uploadAssetFile } from '@vialkeep/contract/resources.ts';
import { handle } from '../../kernel/http/handle.ts';
import { keepUpload } from '../../kernel/keep-upload.ts';

export const uploadAssetFileHandler = handle(uploadAssetFile, async (call) => ({
  filename: await keepUpload(call, {
    folder: 'assets',
    action: 'resources.upload_file',
    givenName: call.body.filename,
  }),
}));
