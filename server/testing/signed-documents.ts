import { requestSignatures, signLinkForGuest } from '@vialkeep/contract/documents.ts';
import { sign } from '@vialkeep/contract/signing.ts';
import { type Caller, stranger, type World } from './world.ts';

export type SignedDocument = { id: number; document_id: string; kind: string; code: string; file: string };

/** The center asks this patient for their three documents, and they sign them all as a guest. */
export async function signAllDocuments(world: World, center: Caller, patient: { name: string; email: string }) {
  await world.call(center, requestSignatures, { body: patient });
  const asked = await world.sql<{ id: number; document_id: string }>(
    "select id, document_id from documents where signer_email = $1 and status = 'Pending' and hidden_at is null",
    [patient.email],
  );
  for (const { document_id } of asked) {
    const { signLink } = await world.call({ ...stranger, host: center.host }, signLinkForGuest, {
      params: { documentId: document_id },
    });
    const signingId = new URL(signLink).pathname.replace('/sign/', '');
    await world.call({ ...stranger, host: center.host }, sign, {
      params: { signingId },
      body: { full_name: patient.name, agrees: true },
    });
  }
  await world.letters();
  return world.sql<SignedDocument>(
    "select id, document_id, kind, code, file from documents where id = any($1) and status = 'Completed' order by id",
    [asked.map(({ id }) => id)],
  );
}
