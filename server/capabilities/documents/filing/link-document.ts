import { linkDocument } from '@vialkeep/contract/documents.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import { changesBetween } from '../../../kernel/audit/audit-changes.ts';
import type { Work } from '../../../kernel/db/db.ts';
import type { Domain } from '../../../kernel/domains.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import { letterName } from '../../../kernel/mail/email-name.ts';
import { queueEmail } from '../../../kernel/mail/outbox.ts';
import { appendCustody, lockCustody, type Patient } from '../../custody/index.ts';
import { addressToWarn } from '../../identity/index.ts';
import { type DocumentRow, findDocument, lockedDocument, patientOf } from '../documents.queries.ts';
import { requireVisibleDocument } from '../reading/documents-seen.ts';

/** Records every link: the audit row has both user ids, and the ledgers of both patients get an event. */
export const linkDocumentHandler = handle(linkDocument, async ({ access, params, body, write, services }) =>
  write(async (work) => {
    await requireVisibleDocument(work.db, access, params.id);
    const { document, patient } = await heldForLinking(work, params.id, body.patient);
    if (patient.id !== document.signer_id) {
      await letWaitBesideOthers(work, document);
      await assignToPatient(work, document, patient);
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
);

/** A lock class that no user id can equal. */
const LINKING = -70;

/** Serializes links of one document and locks the ledgers in the order of user ids, to prevent deadlocks. */
async function heldForLinking(work: Work, id: number, patientId: number) {
  await sql`select pg_advisory_xact_lock(${LINKING}, ${id})`.execute(work.db);
  const known = orNotFound(await findDocument(work.db, id));
  const patient = await patientOnSite(work, patientId, known);
  const ledgers = [patientOf(known), patient].filter((ledger) => ledger !== null);
  for (const ledger of ledgers.toSorted((one, other) => one.id - other.id)) await lockCustody(work, ledger);
  return { document: orNotFound(await lockedDocument(work, id)), patient };
}

/**
 * Exempts a linked document from the rule of one pending document of a kind; the administrator decides which one is
 * right.
 */
async function letWaitBesideOthers(work: Work, { id }: DocumentRow): Promise<void> {
  await work.db.updateTable('documents').set({ linked_at: sql`now()` }).where('id', '=', id).execute();
}

/** Requires a patient on the site of the document. */
async function patientOnSite(work: Work, id: number, { domain_id }: DocumentRow): Promise<Patient> {
  const patient = await work.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('plan_id', '=', Plan.generalMember)
    .where('domain_id', '=', domain_id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (patient) return { id: patient.id, domainId: domain_id };
  throw refuseBy(linkDocument, 'unknown_patient', { fields: ['patient'] });
}

/** Makes the patient the signer of the document; the caller holds its lock. */
export async function assignToPatient(work: Work, document: DocumentRow, patient: Patient): Promise<void> {
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
 * Emails the patient about the link: otherwise an administrator could have a document signed through a mailbox of their
 * own and link it unnoticed.
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
  const words = document.status === 'Completed' ? signedWords(signer) : waitingWords(signer);
  await queueEmail(work, {
    from: site,
    to: { userId: patient.id, email: await addressToWarn(work.db, patient) },
    kind: 'document-linked',
    subject: `${words.what} was added to your ${site.brand} record`,
    heading: `${words.what} was added to your record`,
    paragraphs: [
      `An administrator of ${site.brand} added the document “${document.name}”, ${words.state}, to your record.`,
      `${words.doubt}, write to ${site.supportEmail}.`,
    ],
  });
}

function signedWords(signer: string) {
  return { what: 'A signed document', state: `signed as ${signer}`, doubt: 'If you did not sign it' };
}

function waitingWords(signer: string) {
  return {
    what: 'A document to sign',
    state: `which waits for the signature of ${signer}`,
    doubt: 'If it is not yours to sign',
  };
}
