import { uploadSignedDocument } from '@vialkeep/contract/documents.ts';
import { saveUpload } from '../../../kernel/files/save-upload.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { ownRecords } from '../../../kernel/policy/rules.ts';
import { readUploadedPdf } from '../../../pdf/render/read-uploaded-pdf.ts';
import { documentUploads } from '../documents.uploads.ts';

/** Refuses a PDF that cannot be read or contains active content, and stores nothing of it (S-24). */
export const uploadSignedDocumentHandler = handle(uploadSignedDocument, async (call) => {
  call.access.authorize(ownRecords(call.actor));
  const pdf = await readUploadedPdf(call.file.bytes);
  if (!pdf.readable) {
    const { message } = pdf;
    throw refuseBy(uploadSignedDocument, 'unreadable_pdf', { message, fields: ['file'] });
  }
  const filename = await saveUpload(call, {
    folder: documentUploads.folder,
    action: 'documents.upload_file',
    givenName: call.body.filename,
    facts: { pages: pdf.pages },
  });
  return { filename, pages: pdf.pages };
});
