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

/** Finds what no message told: every document ends where it should, whatever was lost on the way. */
export const reconcileDocumentsJob: Job = {
  name: 'sweep-documents',
  at: '*/5 * * * *',
  // A look that died with a server is lost with it: its job stays taken for hours.
  atStart: true,
  async run(payload, services, cause) {
    const { atStart } = Payload.parse(payload);
    if (!atStart) await resendUnsent(services, cause);
    try {
      await syncChanged(services, cause);
      if (!atStart) await syncStale(services, cause);
    } catch (error) {
      // The next sweep begins where this one did.
      if (!(error instanceof EsignUnavailable)) throw error;
      services.log.warn({ provider: error.name }, 'the signing provider could not be swept');
    }
  },
};

/** Two clocks, and answers that come late. */
const OVERLAP_MINUTES = 10;

/** What the provider says has changed since the last sweep; it moves on only when all of it was looked at. */
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

/** At every sweep so many, each at most every few hours: together well below what a provider allows in an hour. */
const MOST_STALE = 50;
const STALE_HOURS = 6;

/** Even what the provider does not list is asked about now and then. */
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

/** A document whose own job gave up is handed over all the same. */
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
      // Those that are refused again and again do not stand before the others.
      await work.db.updateTable('documents').set({ looked_at: sql`now()` }).where('id', '=', id).execute();
      await enqueue(work, SEND_DOCUMENT, { id }, `${SEND_DOCUMENT} ${id}`);
      await audit(work, { domainId: domain_id, action: 'documents.send_again', subject: 'document', subjectId: id });
    });
  }
}
