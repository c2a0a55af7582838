import { hash, randomBytes } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import { audit } from '../../kernel/audit/audit.ts';
import type { Services } from '../../kernel/services.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import type { SignRequest } from '../../ports/esign.ts';
import { recordSigningEvent } from './signing.queries.ts';

type Keeping = Pick<Services, 'store' | 'files'>;

/** Stores an unsigned PDF for its signer. Idempotent: the same reference returns the same signing, also in a race. */
export async function createSigning({ store, files }: Keeping, request: SignRequest): Promise<{ providerId: string }> {
  const known = await findByReference(store, request.reference);
  if (known) return known;

  const sha256 = hash('sha256', request.pdf);
  const file = `papers/${sha256}.pdf`;
  const pages = (await PDFDocument.load(request.pdf, { updateMetadata: false })).getPageCount();
  await files.put(file, request.pdf, { mediaType: 'application/pdf' });
  const signing = { id: newSigningId(), domain_id: request.domainId };
  try {
    await store.write('platform', actorlessContext('signing'), async (work) => {
      await work.db
        .insertInto('signings')
        .values({
          ...signing,
          reference: request.reference,
          title: request.title,
          signer_name: request.signer.name,
          signer_email: request.signer.email,
          paper_file: file,
          paper_sha256: sha256,
          pages,
          place: JSON.stringify(request.place),
          words: request.text ? JSON.stringify(request.text) : null,
        })
        .execute();
      await recordSigningEvent(work, { signing, kind: 'made' });
      await audit(work, {
        domainId: request.domainId,
        action: 'signing.make',
        subject: 'signing',
        subjectId: signing.id,
      });
    });
  } catch (error) {
    const first = await findByReference(store, request.reference);
    if (!first) throw error;
    return first;
  }
  return { providerId: signing.id };
}

function newSigningId(): string {
  return randomBytes(16).toString('base64url');
}

async function findByReference(store: Services['store'], reference: string): Promise<{ providerId: string } | null> {
  const row = await store
    .read('platform')
    .selectFrom('signings')
    .select('id as providerId')
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row ?? null;
}
