import { readInspectedDocument } from '@vialkeep/contract/inspections.ts';
import { readVerified } from '../../../kernel/files/read-verified.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import { handleInspector } from '../inspector.ts';
import { requireSample } from './samples.queries.ts';

export const readInspectedDocumentHandler = handleInspector(
  readInspectedDocument,
  async ({ inspector, read, note, params, services }) => {
    const document = await read(async (db) => {
      const row = orNotFound(
        await db
          .selectFrom('documents')
          .select(['id', 'signer_id', 'name', 'file', 'sha256'])
          .where('document_id', '=', params.document_id)
          .where('domain_id', '=', inspector.domainId)
          .where('status', '=', 'Completed')
          .where('hidden_at', 'is', null)
          .executeTakeFirst(),
      );
      const sample = await requireSample(db, inspector, orNotFound(row.signer_id));
      return { ...row, sampleId: sample.id };
    });
    if (!inspector.withNames) throw refuseBy(readInspectedDocument, 'names_hidden');
    note({ subject: document.sampleId, object: String(document.id) });
    const { file, sha256 } = document;
    const content = file === null || sha256 === null ? null : await readVerified(services.files, file, sha256);
    if (content === null) throw refuseBy(readInspectedDocument, 'integrity');
    return { content, mediaType: 'application/pdf', shownAs: `${document.name}.pdf` };
  },
);
