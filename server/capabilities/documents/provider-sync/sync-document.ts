import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '../../../kernel/audit/audit.ts';
import type { AuditContext } from '../../../kernel/db/db.ts';
import { announceEvent } from '../../../kernel/events.ts';
import { enqueue, type Job } from '../../../kernel/jobs/jobs.ts';
import type { Services } from '../../../kernel/services.ts';
import { type Signing, type SigningState, SYNC_DOCUMENT } from '../../../ports/esign.ts';
import { requireStoredName } from '../../../ports/files.ts';
import { appendCustody } from '../../custody/index.ts';
import { buildDocumentData } from '../announce-document.ts';
import {
  type DocumentRow,
  findByProviderId,
  findDocument,
  lockedDocument,
  patientOf,
  Refused,
} from '../documents.queries.ts';
import { completeDocument } from '../filing/complete-document.ts';
import { SEND_DOCUMENT } from '../job-names.ts';

const Payload = z.object({ providerId: z.string() });

/** Syncs the document that a webhook named. Idempotent: repeated, late or reordered webhooks give the same result. */
export const syncDocumentJob: Job = {
  name: SYNC_DOCUMENT,
  async run(payload, services, cause) {
    const { providerId } = Payload.parse(payload);
    const document = await findByProviderId(services.store.read('platform'), services.esign.name, providerId);
    if (document) await syncDocument(services, cause, document);
  },
};

/** The result of a sync; `refused` means that the attempt ended without a signature. */
export type Found = 'completed' | 'waiting' | 'refused' | 'missing';

/**
 * Asks the provider for the state of a document and records what is new: a signed file completes it, a refusal is
 * recorded once and the document stays pending, a document that the provider has lost is sent again. Calls the provider
 * and the file store outside any transaction; writes the result in one transaction, once.
 */
export async function syncDocument(services: Services, cause: AuditContext, document: DocumentRow): Promise<Found> {
  const { esign } = services;
  if (document.status === 'Completed') return 'completed';
  if (document.provider_id === null || document.provider !== esign.name) return 'missing';
  const signing = await esign.look(document.provider_id);
  switch (signing.state) {
    case 'signed':
      return complete(services, cause, document, signing);
    case 'declined':
    case 'expired':
    case 'revoked':
      return recordRefusal(services, cause, document, signing.state);
    case 'missing':
      return resendIfLost(services, cause, document);
    case 'pending':
      await noteLook(services, document);
      return 'waiting';
  }
}

async function complete(
  services: Services,
  cause: AuditContext,
  document: DocumentRow,
  signing: Signing,
): Promise<Found> {
  const { esign, files, store } = services;
  const bytes = await esign.file(signing.providerId);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  // Named by its content, so that concurrent syncs cannot overwrite each other's file with a different one.
  const name = requireStoredName(`documents/${sha256}.pdf`);
  await files.put(name, bytes, { mediaType: 'application/pdf' });
  await store.write('platform', cause, async (work) => {
    const locked = await lockedDocument(work, document.id);
    if (locked?.status === 'Pending' && locked.provider_id === signing.providerId) {
      const signedAt = signing.signedAt ?? new Date();
      await completeDocument(work, locked, { name, sha256, signedAt, origin: 'signing' });
    } else {
      await audit(work, {
        domainId: document.domain_id,
        action: 'documents.look',
        subject: 'document',
        subjectId: document.id,
      });
    }
  });
  const now = await findDocument(store.read('platform'), document.id);
  return now?.status === 'Completed' ? 'completed' : 'missing';
}

/** Keeps the document Pending and records once in the ledger how the attempt ended. */
async function recordRefusal(
  services: Services,
  cause: AuditContext,
  document: DocumentRow,
  state: SigningState,
): Promise<Found> {
  if (document.refused !== null) return 'refused';
  const refused = Refused.parse(state);
  await services.store.write('platform', cause, async (work) => {
    const locked = await lockedDocument(work, document.id);
    const isNew = locked?.status === 'Pending' && locked.refused === null && locked.attempt === document.attempt;
    if (isNew) {
      const change = { refused, looked_at: sql<Date>`now()` };
      await work.db.updateTable('documents').set(change).where('id', '=', locked.id).execute();
      const patient = patientOf(locked);
      const facts = { document: locked.id, kind: locked.kind, name: locked.name, state: refused };
      if (patient) await appendCustody(work, patient, { kind: 'document.refused', facts });
      const data = { ...buildDocumentData(locked), how: refused };
      announceEvent(work, { domainId: locked.domain_id, type: 'document.declined', data });
    }
    await audit(work, {
      domainId: document.domain_id,
      action: 'documents.note_refused',
      subject: 'document',
      subjectId: document.id,
      facts: { state: refused, attempt: document.attempt },
    });
  });
  return 'refused';
}

/** The provider may take this long to create a document. */
const MINUTES_IN_THE_MAKING = 10;

async function resendIfLost(services: Services, cause: AuditContext, document: DocumentRow): Promise<Found> {
  const age = Date.now() - (document.sent_at?.getTime() ?? 0);
  if (age < MINUTES_IN_THE_MAKING * 60_000) {
    await noteLook(services, document);
    return 'waiting';
  }
  await services.store.write('platform', cause, async (work) => {
    await work.db
      .updateTable('documents')
      .set({ provider: null, provider_id: null, sent_at: null })
      .where('id', '=', document.id)
      .where('status', '=', 'Pending')
      .where('provider_id', '=', document.provider_id)
      .execute();
    await enqueue(work, SEND_DOCUMENT, { id: document.id }, `${SEND_DOCUMENT} ${document.id}`);
    await audit(work, {
      domainId: document.domain_id,
      action: 'documents.send_again',
      subject: 'document',
      subjectId: document.id,
    });
  });
  return 'missing';
}

async function noteLook({ store }: Services, { id }: DocumentRow): Promise<void> {
  await store.unaudited('when the provider was last asked about a document', (db) =>
    db
      .updateTable('documents')
      .set({ looked_at: sql`now()` })
      .where('id', '=', id)
      .where('status', '=', 'Pending')
      .execute(),
  );
}
