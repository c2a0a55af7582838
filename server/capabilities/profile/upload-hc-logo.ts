import { uploadHcLogo } from '@vialkeep/contract/profile.ts';
import { saveUpload } from '../../kernel/files/save-upload.ts';
import { handle } from '../../kernel/http/handle.ts';
import { logoUploads } from './profile.uploads.ts';

export const uploadHcLogoHandler = handle(uploadHcLogo, async (call) => ({
  filename: await saveUpload(call, {
    folder: logoUploads.folder,
    action: 'profile.upload_logo',
    givenName: call.body.filename,
  }),
}));
