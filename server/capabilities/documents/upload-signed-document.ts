import { createHash } from 'node:crypto';
import { uploadSignedDocument } from '@vialkeep/contract/documents.ts';
import { readUploadedPdf } from '../../integrations/esign/paper/read-uploaded-pdf.ts';
import { storedName } from '../../integrations/files/file-type.ts';
import { audit } from '../../kernel/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';

export const UPLOADS = 'documents';

/** S-24: what cannot be read, or does things by itself, is refused and not kept. */
export const uploadSignedDocumentHandler = handle(
  uploadSignedDocument,
  async ({ actor, file, body, write, services }) => {
    const pdf = await readUploadedPdf(file.bytes);
    if (!pdf.readable) {
      const { message } = pdf;
      throw refuseBy(uploadSignedDocument, 'unreadable_pdf', { message, fields: { file: message } });
    }
    const name = storedName(UPLOADS, 'pdf');
    await services.files.put(name, file.bytes, { mediaType: 'application/pdf' });
    await write(async (work) => {
      await work.db
        .insertInto('files')
        .values({
          name,
          domain_id: actor.domainId,
          owner_id: actor.userId,
          uploaded_by: actor.acting?.byId ?? actor.userId,
          given_name: body.filename ?? file.givenName,
          media_type: 'application/pdf',
          bytes: file.bytes.length,
          sha256: createHash('sha256').update(file.bytes).digest('hex'),
        })
        .execute();
      await audit(work, {
        domainId: actor.domainId,
        action: 'documents.upload_file',
        subject: 'file',
        subjectId: name,
        facts: { bytes: file.bytes.length, pages: pdf.pages },
      });
    });
    return { filename: name.replace(`${UPLOADS}/`, ''), pages: pdf.pages };
  },
);
