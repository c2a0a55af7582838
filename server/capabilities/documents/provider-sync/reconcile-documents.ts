import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '../../../kernel/audit/audit.ts';
import type { AuditContext } from '../../../kernel/db/db.ts';
import { enqueue, type Job } from '../../../kernel/jobs/jobs.ts';
import type { Services } from '../../../kernel/services.ts';
import { EsignUnavailable } from '../../../ports/esign.ts';
import { findByProviderId } from '../documents.queries.ts';
import { SEND_DOCUMENT } from '../job-names.ts';
import { syncDocuments } from './sync-documents.ts';

const Payload = z.object({ atStart: z.boolean().default(false) });

/** Compares documents with the provider, for webhooks and jobs that were lost. */
export const reconcileDocumentsJob: Job = {
  name: 'sweep-documents',
  at: '*/5 * * * *',
  // Also at start: the sync job of a killed server stays locked for hours.
  atStart: true,
  async run(payload, services, cause) {
    const { atStart } = Payload.parse(payload);
    if (!atStart) await resendUnsent(services, cause);
    try {
      await syncChanged(services, cause);
      if (!atStart) await syncStale(services, cause);
    } catch (error) {
      // The next run starts from the same time.
      if (!(error instanceof EsignUnavailable)) throw error;
      services.log.warn({ provider: error.name }, 'the signing provider could not be swept');
    }
  },
};

/** Covers clock differences and changes that the provider lists late. */
const OVERLAP_MINUTES = 10;

/**
 * Syncs what the provider lists as changed since the last run; the stored time advances only if all of it was synced.
 */
async function syncChanged(services: Services, cause: AuditContext): Promise<void> {
  const { esign, store } = services;
  const began = new Date();
  const changed = await esign.changedSince(await lastReconciledAt(services));
  const db = store.read('platform');
  const ids: number[] = [];
  for (const { providerId, state } of changed) {
    const document = state === 'pending' ? undefined : await findByProviderId(db, esign.name, providerId);
    if (document?.status === 'Pending' && document.refused === null) ids.push(document.id);
  }
  const { isCutShort } = await syncDocuments(services, cause, ids);
  if (isCutShort) return;
  const swept_until = new Date(began.getTime() - OVERLAP_MINUTES * 60_000);
  await store.unaudited('how far the provider was asked', (handle) =>
    handle
      .insertInto('document_sweeps')
      .values({ provider: esign.name, swept_until })
      .onConflict((conflict) => conflict.column('provider').doUpdateSet({ swept_until }))
      .execute(),
  );
}

async function lastReconciledAt({ store, esign }: Services): Promise<Date> {
  const swept = await store
    .read('platform')
    .selectFrom('document_sweeps')
    .select('swept_until')
    .where('provider', '=', esign.name)
    .executeTakeFirst();
  return swept?.swept_until ?? new Date(Date.now() - 24 * 3_600_000);
}

/** The limits of one run, which keep the calls well below the provider's hourly rate limit. */
const MOST_STALE = 50;
const STALE_HOURS = 6;

/** Syncs documents that were not checked for hours, in case the provider's list omits them. */
async function syncStale(services: Services, cause: AuditContext): Promise<void> {
  const rows = await services.store
    .read('platform')
    .selectFrom('documents')
    .select('id')
    .where('status', '=', 'Pending')
    .where('hidden_at', 'is', null)
    .where('provider', '=', services.esign.name)
    .where('provider_id', 'is not', null)
    .where('refused', 'is', null)
    .where(sql<boolean>`coalesce(looked_at, sent_at) < now() - make_interval(hours => ${STALE_HOURS})`)
    .orderBy('looked_at', (order) => order.asc().nullsFirst())
    .limit(MOST_STALE)
    .execute();
  await syncDocuments(
    services,
    cause,
    rows.map(({ id }) => id),
  );
}

const MOST_UNSENT = 50;
const UNSENT_MINUTES = 10;

/** Queues the send job again for documents whose job failed. */
async function resendUnsent({ store }: Services, cause: AuditContext): Promise<void> {
  const rows = await store
    .read('platform')
    .selectFrom('documents')
    .select(['id', 'domain_id'])
    .where('status', '=', 'Pending')
    .where('hidden_at', 'is', null)
    .where('provider_id', 'is', null)
    .where(sql<boolean>`coalesce(looked_at, requested_at) < now() - make_interval(mins => ${UNSENT_MINUTES})`)
    .orderBy('looked_at', (order) => order.asc().nullsFirst())
    .limit(MOST_UNSENT)
    .execute();
  for (const { id, domain_id } of rows) {
    await store.write('platform', cause, async (work) => {
      // Moves a document that is refused repeatedly behind the others.
      await work.db.updateTable('documents').set({ looked_at: sql`now()` }).where('id', '=', id).execute();
      await enqueue(work, SEND_DOCUMENT, { id }, `${SEND_DOCUMENT} ${id}`);
      await audit(work, { domainId: domain_id, action: 'documents.send_again', subject: 'document', subjectId: id });
    });
  }
}
