import { signLinkForPatient } from '@vialkeep/contract/documents.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import type { Domain } from '../../../kernel/domains.ts';
import { type Call, handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import { auditContextOf, sessionOf } from '../../../kernel/session/actor.ts';
import { authorizePatient, lockCustody, type Patient } from '../../custody/index.ts';
import { type DocumentRow, documentsOfSigner } from '../documents.queries.ts';
import { addDocument } from '../filing/add-document.ts';
import { createSignLink, mapProviderErrors } from './sign-link.ts';

/** Only the patient signs, because a signature belongs to one person; acting in the account is refused (T17). */
export const signLinkForPatientHandler = handle(signLinkForPatient, async (call) => {
  const { access, actor, db, body, write, services, request } = call;
  const patient = await authorizePatient(access, db, body.patientId);
  if (actor.acting) throw refuseBy(signLinkForPatient, 'not_while_acting');
  const site = await services.domains.ofId(patient.domainId);
  const document = await write((work) => documentToSign(work, patient, site, body));
  const signLink = await mapProviderErrors(services, signLinkForPatient, () =>
    createSignLink(services, auditContextOf(actor, request), document, {
      site: request.site,
      page: '/patient-signed-completed-message',
      opening: { by: 'session', sessionId: sessionOf(actor) },
    }),
  );
  if (signLink === null) throw refuseBy(signLinkForPatient, 'signed_already');
  return { success: true as const, signLink, documentId: document.document_id, message: 'The document can be signed.' };
});

/** The named document, the pending one, or a new one if the patient never had one of this kind. */
async function documentToSign(
  work: Work,
  patient: Patient,
  site: Domain,
  { docId, docType }: Call<typeof signLinkForPatient>['body'],
): Promise<DocumentRow> {
  await lockCustody(work, patient);
  const own = (await documentsOfSigner(work.db, patient.id)).filter(({ kind }) => kind === docType);
  const named = docId ? own.filter(({ id, document_id }) => docId === document_id || docId === String(id)) : own;
  if (docId && named.length === 0) throw refuseBy(signLinkForPatient, 'problem');
  const waiting = named.find(({ status }) => status === 'Pending');
  if (!waiting && named.length > 0) throw refuseBy(signLinkForPatient, 'signed_already');
  const document = waiting ?? orNotFound(await addOwn(work, patient, site, docType));
  await audit(work, {
    domainId: patient.domainId,
    action: 'documents.open_to_sign',
    subject: 'document',
    subjectId: document.id,
  });
  return document;
}

async function addOwn(work: Work, patient: Patient, site: Domain, kind: DocumentRow['kind']) {
  const signer = await work.db
    .selectFrom('users')
    .select(['id', 'username as name', 'email'])
    .where('id', '=', patient.id)
    .executeTakeFirstOrThrow();
  return addDocument(work, { site, kind, signer, centerId: await clinicOf(work, patient) });
}

/** The patient's center, or else the referral center. */
async function clinicOf({ db }: Work, patient: Patient): Promise<number | null> {
  const clinic = await db
    .selectFrom('active_relations')
    .select('object_id as id')
    .where('subject_id', '=', patient.id)
    .where('kind', 'in', ['center', 'referral_center'])
    .orderBy('kind')
    .orderBy('id')
    .executeTakeFirst();
  return clinic?.id ?? null;
}
