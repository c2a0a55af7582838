import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { AuditContext } from '../../kernel/db/db.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { describeError } from '../../kernel/log.ts';
import type { Services } from '../../kernel/services.ts';
import type { SupplementRequest } from '../../pdf/seal/seal-request.ts';
import { pressSupplement } from '../../pdf/worker.ts';
import { passwordsSetByOthers } from './login-changes.ts';
import { requireWhole, sealRequestFor } from './seal-request-for.ts';

/** The largest batch of one run, so that new signatures do not wait long behind it. */
const MOST = 500;

/**
 * Certificates sealed by earlier versions lack the line 'Signed'. Their files stay unchanged; each gets one
 * supplementary page.
 */
export const supplementCertificatesJob: Job = {
  name: 'supplement-certificates',
  at: '*/10 * * * *',
  atStart: true,
  async run(_payload, services, cause) {
    for (const id of await listUnsupplementedSignings(services)) {
      try {
        await supplementCertificate(services, cause, id);
      } catch (error) {
        // A certificate that fails must not block the others.
        services.log.error({ signing: id, error: describeError(error) }, 'a certificate could not be supplemented');
      }
    }
  },
};

async function listUnsupplementedSignings({ store }: Services): Promise<string[]> {
  const rows = await store
    .read('platform')
    .selectFrom('signings')
    .leftJoin('signing_supplements as supplement', 'supplement.signing_id', 'signings.id')
    .select('signings.id')
    .where('signings.sealed_at', 'is not', null)
    .where('signings.certificate_is_whole', '=', false)
    .where('supplement.sealed_at', 'is', null)
    .orderBy('signings.id')
    .limit(MOST)
    .execute();
  return rows.map(({ id }) => id);
}

/** Every step is idempotent: the first stores the time of sealing, and the last takes effect once. */
export async function supplementCertificate(services: Services, cause: AuditContext, id: string): Promise<void> {
  const begun = await beginSupplement(services, id);
  if (!begun) return;
  const { request, domainId } = begun;
  const sealed = await pressSupplement(request, await services.sealKey.forSealing(request.sealedAt));
  const sha256 = hash('sha256', sealed);
  const file = `supplements/${sha256}.pdf`;
  await services.files.put(file, sealed, { mediaType: 'application/pdf' });
  await finishSupplement(services, cause, { id, domainId, file, sha256 });
}

type Begun = { request: SupplementRequest; domainId: number };

async function beginSupplement(services: Services, id: string): Promise<Begun | null> {
  const db = services.store.read('platform');
  const row = await db
    .selectFrom('signings')
    .selectAll()
    .where('id', '=', id)
    .where('sealed_at', 'is not', null)
    .where('certificate_is_whole', '=', false)
    .executeTakeFirst();
  if (!row?.sealed_sha256) return null;
  const login_changes = await passwordsSetByOthers(db, id);
  const why = 'the moment of sealing, fixed so that sealing again gives the same file';
  await services.store.unaudited(why, (handle) =>
    handle
      .insertInto('signing_supplements')
      .values({ signing_id: id, domain_id: row.domain_id, login_changes })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  const supplement = await db
    .selectFrom('signing_supplements')
    .select(['sealing_at', 'sealed_at', 'login_changes'])
    .where('signing_id', '=', id)
    .executeTakeFirstOrThrow();
  if (supplement.sealed_at !== null) return null;
  const { place: _place, drawn: _drawn, ...certificate } = await sealRequestFor(services, requireWhole(row));
  return {
    domainId: row.domain_id,
    request: {
      ...certificate,
      loginChanges: supplement.login_changes,
      originalSha256: row.sealed_sha256,
      originalSealedAt: certificate.sealedAt,
      sealedAt: supplement.sealing_at,
    },
  };
}

type Sealed = { id: string; domainId: number; file: string; sha256: string };

async function finishSupplement({ store }: Services, cause: AuditContext, sealed: Sealed): Promise<void> {
  const { id, domainId, file, sha256 } = sealed;
  await store.write('platform', cause, async (work) => {
    const { numUpdatedRows } = await work.db
      .updateTable('signing_supplements')
      .set({ file, sha256, sealed_at: sql`now()` })
      .where('signing_id', '=', id)
      .where('sealed_at', 'is', null)
      .executeTakeFirst();
    await audit(work, {
      domainId,
      action: numUpdatedRows > 0n ? 'signing.supplement' : 'signing.supplement_again',
      subject: 'signing',
      subjectId: id,
      facts: { sha256 },
    });
  });
}
