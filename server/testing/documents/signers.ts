import { requestSignatures, signLinkForGuest } from '@vialkeep/contract/documents.ts';
import { readSigning, sign } from '@vialkeep/contract/signing.ts';
import { newGuestLinks } from '../../capabilities/documents/signing-links/guest-links.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { anonymousCaller, type Caller, type World } from '../world.ts';

export type KeptDocument = {
  id: number;
  document_id: string;
  kind: string;
  status: string;
  signer_id: number | null;
  center_id: number | null;
  provider_id: string | null;
  attempt: number;
  refused: string | null;
  file: string | null;
  sha256: string | null;
  hidden_at: Date | null;
  code: string;
};

export type SignedDocument = KeptDocument & { file: string };

/** The documents created for an address, in the order of their requests. */
export function documentsFor(world: World, email: string): Promise<KeptDocument[]> {
  return world.sql<KeptDocument>('select * from documents where lower(signer_email) = lower($1) order by id', [email]);
}

/** A center requests the documents; jobs do the rest when a caller waits for them. */
export async function asked(world: World, center: Caller, email: string, name = 'Maria Gonzalez') {
  await world.call(center, requestSignatures, { body: { name, email } });
  return documentsFor(world, email);
}

/** The signer of a sign link types the printed name. */
export async function signAt(world: World, signLink: string, host = 'localhost', name?: string) {
  const signingId = new URL(signLink).pathname.split('/').at(-1);
  const guest = { ...anonymousCaller, host };
  const full_name = name ?? (await world.call(guest, readSigning, { params: { signingId } })).signer;
  return world.call(guest, sign, { params: { signingId }, body: { full_name, agrees: true } });
}

/** The link that a new email about this document would carry; links of earlier emails become invalid. */
export async function newGuestLink(world: World, documentId: string): Promise<string> {
  const [document] = await world.sql<{ id: number; domain_id: number; signer_email: string }>(
    'select id, domain_id, signer_email from documents where document_id = $1',
    [documentId],
  );
  if (!document) throw new Error(`There is no document ${documentId}.`);
  const { id, domain_id: domainId, signer_email } = document;
  return world.app.services.store.write('platform', actorlessContext('test'), async (work) => {
    const [alias = ''] = await newGuestLinks(work, [document], signer_email);
    await audit(work, { domainId, action: 'test.guest_link', subject: 'document', subjectId: id });
    return alias;
  });
}

/** A guest signs a document, and it is sealed and stored. */
export async function signAsGuest(world: World, documentId: string, host = 'localhost') {
  const answer = await followAndSign(world, documentId, host);
  await world.letters();
  return answer;
}

/** The center requests this patient's three documents, and the patient signs them all as a guest. */
export async function signAllDocuments(world: World, center: Caller, { name, email }: { name: string; email: string }) {
  const all = await asked(world, center, email, name);
  const pending = all.filter(({ status, hidden_at }) => status === 'Pending' && hidden_at === null);
  for (const { document_id } of pending) await followAndSign(world, document_id, center.host);
  await world.letters();
  const kept = await documentsFor(world, email);
  return kept.filter((one): one is SignedDocument => one.file !== null && pending.some(({ id }) => id === one.id));
}

async function followAndSign(world: World, ownId: string, host: string) {
  const documentId = await newGuestLink(world, ownId);
  const { signLink } = await world.call({ ...anonymousCaller, host }, signLinkForGuest, { params: { documentId } });
  return signAt(world, signLink, host);
}

/** Changes documents as an earlier version sealed them: with certificates that lack a line. */
export async function sealedBefore(world: World, documents: readonly KeptDocument[]): Promise<void> {
  await world.sql('alter table signings disable trigger signings_are_kept');
  await world.sql('update signings set certificate_is_whole = false where id = any($1)', [
    documents.map(({ provider_id }) => provider_id),
  ]);
  await world.sql('alter table signings enable trigger signings_are_kept');
}
