import { signLinkForAttestation } from '@vialkeep/contract/documents.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Db, Work } from '../../../kernel/db/db.ts';
import type { Domain } from '../../../kernel/domains.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import type { Access } from '../../../kernel/policy/access.ts';
import { auditContextOf, sessionOf } from '../../../kernel/session/actor.ts';
import { authorizeAccountOf, loadAccount } from '../../network/index.ts';
import { type DocumentRow, documentsOfSigner } from '../documents.queries.ts';
import { addDocument } from '../filing/add-document.ts';
import { createSignLink, mapProviderErrors } from './sign-link.ts';

/** A center or a staff member signs their own attestation (F034). */
export const signLinkForAttestationHandler = handle(signLinkForAttestation, async (call) => {
  const { access, actor, db, body, write, services, request } = call;
  const signer = await attestingAccount(access, db, body.userId);
  if (actor.acting) throw refuseBy(signLinkForAttestation, 'not_while_acting');
  if (signer.template_id !== null) throw refuseBy(signLinkForAttestation, 'signed_already');
  const site = await services.domains.ofId(signer.domain_id);
  const document = await write((work) => attestationToSign(work, site, signer));
  if (body.docId && ![document.document_id, String(document.id)].includes(body.docId)) {
    throw refuseBy(signLinkForAttestation, 'problem');
  }
  const signLink = await mapProviderErrors(services, signLinkForAttestation, () =>
    createSignLink(services, auditContextOf(actor, request), document, {
      site: request.site,
      page: '/hc-signed-completed-message',
      opening: { by: 'session', sessionId: sessionOf(actor) },
    }),
  );
  if (signLink === null) throw refuseBy(signLinkForAttestation, 'signed_already');
  return { success: true as const, signLink, documentId: document.document_id, message: 'The document can be signed.' };
});

type Signer = { id: number; domain_id: number; username: string; email: string };

/** Only centers and staff attest, each for themselves (C-30). A user who sees the account reads so. */
async function attestingAccount(access: Access, db: Db, named: number) {
  const { actor } = access;
  const { id, plan_id, is_visible } = await loadAccount(db, actor, named);
  const attests = plan_id === Plan.harvestCenter || plan_id === Plan.staff;
  if (attests && is_visible && id !== actor.userId) throw refuseBy(signLinkForAttestation, 'not_while_acting');
  await authorizeAccountOf(access, db, named, Plan.harvestCenter, Plan.staff);
  return db
    .selectFrom('users')
    .select(['id', 'domain_id', 'username', 'email', 'template_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

async function attestationToSign(work: Work, site: Domain, signer: Signer): Promise<DocumentRow> {
  const pending = () => pendingAttestation(work.db, signer.id);
  const { id, username: name, email } = signer;
  const document =
    (await pending()) ??
    (await addDocument(work, { site, kind: 'hc_attestation', signer: { id, name, email }, centerId: null })) ??
    orNotFound(await pending());
  await audit(work, {
    domainId: signer.domain_id,
    action: 'documents.open_to_sign',
    subject: 'document',
    subjectId: document.id,
  });
  return document;
}

async function pendingAttestation(db: Db, signerId: number): Promise<DocumentRow | undefined> {
  return (await documentsOfSigner(db, signerId)).find(
    ({ kind, status }) => kind === 'hc_attestation' && status === 'Pending',
  );
}
