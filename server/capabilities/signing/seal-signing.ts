import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '../../kernel/audit/audit.ts';
import type { AuditContext } from '../../kernel/db/db.ts';
import { readVerified } from '../../kernel/files/read-verified.ts';
import { enqueue, type Job } from '../../kernel/jobs/jobs.ts';
import type { Services } from '../../kernel/services.ts';
import { sealInWorker } from '../../pdf/worker.ts';
import { SYNC_DOCUMENT } from '../../ports/esign.ts';
import { requireWhole, type SignedPaper, sealRequestFor } from './seal-request-for.ts';
import { recordSigningEvent } from './signing.queries.ts';

export const SEAL_SIGNING = 'seal-signing';

const Payload = z.object({ id: z.string() });

export const sealSigningJob: Job = {
  name: SEAL_SIGNING,
  async run(payload, services, cause) {
    await sealSigning(services, cause, Payload.parse(payload).id);
  },
};

/**
 * Seals a signed document. Every step is idempotent: the time of sealing is stored before, so a retry produces the same
 * file, and the last step takes effect once.
 */
export async function sealSigning(services: Services, cause: AuditContext, id: string): Promise<void> {
  const signing = await beginSealing(services, id);
  if (!signing) return;
  const paper = await readVerified(services.files, signing.paper_file, signing.paper_sha256);
  if (paper === null) throw new Error('The paper that was signed is gone or was changed.');

  const key = await services.sealKey.forSealing(signing.sealing_at);
  const sealed = await sealInWorker(paper, await sealRequestFor(services, signing), key);
  const sha256 = hash('sha256', sealed);
  const file = `sealed/${sha256}.pdf`;
  await services.files.put(file, sealed, { mediaType: 'application/pdf' });
  await finishSealing(services, cause, signing, { sealed_file: file, sealed_sha256: sha256 });
}

async function beginSealing({ store }: Services, id: string): Promise<SignedPaper | null> {
  const why = 'the moment of sealing, fixed so that sealing again gives the same file';
  const row = await store.unaudited(why, (db) =>
    db
      .updateTable('signings')
      .set({ sealing_at: sql`coalesce(sealing_at, now())` })
      .where('id', '=', id)
      .where('state', '=', 'signed')
      .where('sealed_at', 'is', null)
      .returningAll()
      .executeTakeFirst(),
  );
  return row ? requireWhole(row) : null;
}

type Sealed = { sealed_file: string; sealed_sha256: string };

async function finishSealing(
  { store }: Services,
  cause: AuditContext,
  signing: SignedPaper,
  sealed: Sealed,
): Promise<void> {
  await store.write('platform', cause, async (work) => {
    const { numUpdatedRows } = await work.db
      .updateTable('signings')
      .set({ ...sealed, certificate_is_whole: true, sealed_at: sql`now()`, changed_at: sql`now()` })
      .where('id', '=', signing.id)
      .where('sealed_at', 'is', null)
      .executeTakeFirst();
    const isFirst = numUpdatedRows > 0n;
    if (isFirst) {
      await recordSigningEvent(work, { signing, kind: 'sealed' });
      await enqueue(work, SYNC_DOCUMENT, { providerId: signing.id });
    }
    await audit(work, {
      domainId: signing.domain_id,
      action: isFirst ? 'signing.seal' : 'signing.seal_again',
      subject: 'signing',
      subjectId: signing.id,
      facts: { sha256: sealed.sealed_sha256 },
    });
  });
}
