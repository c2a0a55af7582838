import { resendSignatureRequest } from '@vialkeep/contract/documents.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import { requireEmail } from '../../../kernel/mail/require-email.ts';
import { countStrangerLetter } from '../../../kernel/mail/unrelated-recipients.ts';
import { findByName, lockedDocument } from '../documents.queries.ts';
import { centerOf, requireVisibleDocument } from '../reading/documents-seen.ts';
import { countRequest } from './request-signatures.ts';
import { queueSignatureEmail } from './signature-email.ts';

/** Sends to the address on record, whatever the request says (S-23). */
export const resendSignatureRequestHandler = handle(
  resendSignatureRequest,
  async ({ access, actor, db, body, write, request, services }) => {
    const known = orNotFound(await findByName(db, body.doc_id));
    const { id } = await requireVisibleDocument(db, access, known.id);
    requireEmail(known.signer_email, 'user_email');
    await countRequest(services, actor.userId);
    await countStrangerLetter(services, {
      actor,
      address: request.address,
      recipient: known.signer_email,
      ownUserId: known.signer_id,
    });
    const site = await services.domains.ofId(known.domain_id);
    return write(async (work) => {
      const document = orNotFound(await lockedDocument(work, id));
      if (document.status === 'Completed') throw refuseBy(resendSignatureRequest, 'already_signed');
      const center = await centerOf(work.db, document);
      await queueSignatureEmail(work, { site, center, documents: [document], isReminder: false });
      await work.db.updateTable('documents').set({ emailed_at: sql`now()` }).where('id', '=', document.id).execute();
      await audit(work, {
        domainId: document.domain_id,
        action: 'documents.resend',
        subject: 'document',
        subjectId: document.id,
      });
      return { success: true as const, message: 'The signature request has been sent.' };
    });
  },
);
