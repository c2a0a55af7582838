import { uploadLabelFile } from '@vialkeep/contract/labels.ts';
import { saveUpload } from '../../kernel/files/save-upload.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { readUploadedPdf } from '../../pdf/render/read-uploaded-pdf.ts';
import { labelUploads } from './labels.uploads.ts';

/** Refuses and does not store a PDF that is unreadable or contains active content (S-24). */
export const uploadLabelFileHandler = handle(uploadLabelFile, async (call) => {
  const pdf = await readUploadedPdf(call.file.bytes);
  if (!pdf.readable) {
    const { message } = pdf;
    throw refuseBy(uploadLabelFile, 'unreadable_pdf', { message, fields: ['file'] });
  }
  const filename = await saveUpload(call, {
    folder: labelUploads.folder,
    action: 'labels.upload_file',
    givenName: call.body.filename,
    facts: { pages: pdf.pages },
  });
  return { filename };
});
