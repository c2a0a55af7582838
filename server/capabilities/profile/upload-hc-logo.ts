import { uploadHcLogo } from '@vialkeep/contract/profile.ts';
import { handle } from '../../kernel/http/handle.ts';
import { keepUpload } from '../../kernel/keep-upload.ts';

export const uploadHcLogoHandler = handle(uploadHcLogo, async (call) => ({
  filename: await keepUpload(call, {
    folder: 'hc-logos',
    action: 'profile.upload_logo',
    givenName: call.body.filename,
  }),
}));
