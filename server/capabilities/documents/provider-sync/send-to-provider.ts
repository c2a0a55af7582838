import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '../../../kernel/audit/audit.ts';
import type { AuditContext, Db } from '../../../kernel/db/db.ts';
import { announceEvent } from '../../../kernel/events.ts';
import type { Job } from '../../../kernel/jobs/jobs.ts';
import type { Services } from '../../../kernel/services.ts';
import { referenceOf } from '../../../pdf/document-code.ts';
import { paperSite } from '../../../pdf/render/document-site.ts';
import type { PdfInput } from '../../../pdf/render/document-text.ts';
import { renderInWorker } from '../../../pdf/worker.ts';
import { EsignRefused } from '../../../ports/esign.ts';
import { buildDocumentData } from '../announce-document.ts';
import { type DocumentRow, findDocument } from '../documents.queries.ts';
import { SEND_DOCUMENT } from '../job-names.ts';

const Payload = z.object({ id: z.number().int() });

/** Sends a document to the provider and retries while it is unavailable; a final refusal is logged and not retried. */
export const sendDocumentJob: Job = {
  name: SEND_DOCUMENT,
  async run(payload, services, cause) {
    const { id } = Payload.parse(payload);
    const document = await findDocument(services.store.read('platform'), id);
    if (!document || document.status === 'Completed' || document.provider_id !== null) return;
    try {
      await sendToProvider(services, cause, document);
    } catch (error) {
      if (!(error instanceof EsignRefused)) throw error;
      services.log.error({ document: id }, 'the signing provider refuses a document');
    }
  },
};

/**
 * Sends a document to the provider, outside any transaction. Idempotent: the reference identifies document and attempt.
 */
export async function sendToProvider(
  services: Services,
  cause: AuditContext,
  document: DocumentRow,
): Promise<DocumentRow> {
  const { esign, store } = services;
  const { pdf, place, text } = await renderInWorker(await loadPdfInput(services, document));
  const { providerId } = await esign.send({
    reference: referenceOf(document.document_id, document.attempt),
    domainId: document.domain_id,
    title: document.name,
    pdf,
    place,
    signer: { name: document.signer_name, email: document.signer_email },
    text,
  });
  await store.write('platform', cause, async (work) => {
    const sent = await work.db
      .updateTable('documents')
      .set({ provider: esign.name, provider_id: providerId, sent_at: sql`now()` })
      .where('id', '=', document.id)
      .where('attempt', '=', document.attempt)
      .where('provider_id', 'is', null)
      .where('status', '=', 'Pending')
      .returning('id')
      .executeTakeFirst();
    if (sent)
      announceEvent(work, { domainId: document.domain_id, type: 'document.sent', data: buildDocumentData(document) });
    await audit(work, {
      domainId: document.domain_id,
      action: 'documents.hand_over',
      subject: 'document',
      subjectId: document.id,
      facts: { provider: esign.name, attempt: document.attempt },
    });
  });
  return { ...document, provider: esign.name, provider_id: providerId, sent_at: new Date() };
}

/** Builds the PDF's input from stored values only, so that every retry renders the same document. */
async function loadPdfInput({ store, domains, files }: Services, document: DocumentRow): Promise<PdfInput> {
  const site = await paperSite(files, await domains.ofId(document.domain_id));
  const signer = { name: document.signer_name, email: document.signer_email };
  const shared = { kind: document.kind, site, date: document.requested_at, reference: document.document_id };
  const db = store.read('platform');
  if (document.kind === 'hc_attestation') {
    const own = await clinicOf(db, document.signer_id);
    return { ...shared, center: { ...own, representative: signer.name, email: signer.email } };
  }
  const center = await clinicOf(db, document.center_id);
  return { ...shared, patient: signer, ...(center ? { center } : {}) };
}

async function clinicOf(db: Db, id: number | null) {
  if (id === null) return null;
  const clinic = await db
    .selectFrom('users')
    .select(['company', 'username', 'email'])
    .where('id', '=', id)
    .executeTakeFirst();
  return clinic ? { company: clinic.company, representative: clinic.username, email: clinic.email } : null;
}
