import { deleteDocument } from '@vialkeep/contract/documents.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { appendCustody } from '../../custody/index.ts';
import { lockedDocument, patientOf } from '../documents.queries.ts';
import { requireVisibleDocument } from '../reading/documents-seen.ts';

/** Hides the document from every user; the row, the file and the ledger stay for the retention period (S-25). */
export const deleteDocumentHandler = handle(deleteDocument, ({ access, params, write }) =>
  write(async (work) => {
    await requireVisibleDocument(work.db, access, params.id);
    const document = orNotFound(await lockedDocument(work, params.id));
    await work.db.updateTable('documents').set({ hidden_at: sql`now()` }).where('id', '=', document.id).execute();
    const patient = patientOf(document);
    const facts = { document: document.id, kind: document.kind, name: document.name, status: document.status };
    if (patient) await appendCustody(work, patient, { kind: 'document.hidden', facts });
    await audit(work, {
      domainId: document.domain_id,
      action: 'documents.delete',
      subject: 'document',
      subjectId: document.id,
      facts: { kind: document.kind, status: document.status },
      changes: { hidden: { before: false, after: true } },
    });
    return { success: true as const, message: 'The document has been deleted.' };
  }),
);
