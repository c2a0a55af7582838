import { linkDocument } from '@vialkeep/contract/documents.ts';
import { audit } from '../../kernel/audit.ts';
import { changesBetween } from '../../kernel/audit-changes.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { handle } from '../../kernel/http/handle.ts';
import { found, refuseBy } from '../../kernel/http/refuse.ts';
import { letterName } from '../../kernel/letter-name.ts';
import { post } from '../../kernel/outbox.ts';
import { appendCustody, lockCustody, type Patient } from '../custody/index.ts';
import { addressToWarn } from '../identity/index.ts';
import { type DocumentRow, lockedDocument, patientOf } from './documents.queries.ts';
import { documentSeenBy } from './documents-seen.ts';

/** 11.70: a document changes hands in the open, in the audit log with both ids and in the ledgers of both. */
export const linkDocumentHandler = handle(
  linkDocument,
  async ({ actor, params, body, write, services }) =>
    write(async (work) => {
      await documentSeenBy(work.db, actor, params.id);
      const document = found(await lockedDocument(work, params.id));
      const patient = await patientOnSite(work, body.patient, document);
      if (patient.id !== document.signer_id) {
        await moveTo(work, document, patient);
        await tellPatient(work, await services.domains.ofId(document.domain_id), document, patient.id);
      }
      await audit(work, {
        domainId: document.domain_id,
        action: 'documents.link',
        subject: 'document',
        subjectId: document.id,
        facts: { from: document.signer_id, to: patient.id },
        changes: changesBetween(document, { signer_id: patient.id }),
      });
      return { id: document.id };
    }),
  { one_pending_of_a_kind: { reason: 'has_pending', field: 'patient' } },
);

/** A document of one site never becomes that of a patient of another. */
async function patientOnSite(work: Work, id: number, { domain_id }: DocumentRow): Promise<Patient> {
  const patient = await work.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('plan_id', '=', 2)
    .where('domain_id', '=', domain_id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (patient) return { id: patient.id, domainId: domain_id };
  const { message } = linkDocument.refusals.unknown_patient;
  throw refuseBy(linkDocument, 'unknown_patient', { fields: { patient: message } });
}

/** Whose document this is, from now on; the caller holds it. */
export async function moveTo(work: Work, document: DocumentRow, patient: Patient): Promise<void> {
  await lockCustody(work, patient);
  await work.db.updateTable('documents').set({ signer_id: patient.id }).where('id', '=', document.id).execute();
  const before = patientOf(document);
  const facts = { document: document.id, kind: document.kind, name: document.name };
  if (before) await appendCustody(work, before, { kind: 'document.unlinked', facts });
  await appendCustody(work, patient, {
    kind: 'document.linked',
    facts: { ...facts, status: document.status, sha256: document.sha256 },
  });
}

/**
 * A document must not become a patient's without the patient knowing: an administrator could have had it signed through a
 * mailbox of their own. One that waits may be signed already and not be sealed yet, so it is told as well.
 */
async function tellPatient(work: Work, site: Domain, document: DocumentRow, patientId: number): Promise<void> {
  const patient = await work.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', patientId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!patient) return;
  const signer = letterName(document.signer_name, site.brand);
  const isSigned = document.status === 'Completed';
  const what = isSigned ? 'A signed document' : 'A document to be signed';
  await post(work, {
    from: site,
    to: { userId: patient.id, email: await addressToWarn(work.db, patient) },
    kind: 'document-linked',
    subject: `${what} was added to your ${site.brand} record`,
    heading: `${what} was added to your record`,
    paragraphs: [
      `An administrator of ${site.brand} added the document “${document.name}”, ${isSigned ? 'signed as' : 'made out to'} ${signer}, to your record.`,
      `If ${isSigned ? 'you did not sign it' : 'it is not yours'}, write to ${site.supportEmail}.`,
    ],
  });
}
