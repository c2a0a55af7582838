import { uploadLabelFile } from '@vialkeep/contract/labels.ts';
import { readUploadedPdf } from '../../integrations/esign/paper/read-uploaded-pdf.ts';
import { audit } from '../../kernel/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { fileNameOf } from './labels.present.ts';
import { keepFile, storeFile } from './store-file.ts';

/** S-24: what cannot be read, or does things by itself, is refused and not kept. */
export const uploadLabelFileHandler = handle(uploadLabelFile, async ({ actor, file, body, write, services }) => {
  const pdf = await readUploadedPdf(file.bytes);
  if (!pdf.readable) {
    const { message } = pdf;
    throw refuseBy(uploadLabelFile, 'unreadable_pdf', { message, fields: { file: message } });
  }
  const name = await storeFile(services, file.bytes);
  await write(async (work) => {
    await keepFile(work, actor, { name, bytes: file.bytes, givenName: body.filename ?? file.givenName });
    await audit(work, {
      domainId: actor.domainId,
      action: 'labels.upload_file',
      subject: 'file',
      subjectId: name,
      facts: { bytes: file.bytes.length, pages: pdf.pages },
    });
  });
  return { filename: fileNameOf(name) };
});
