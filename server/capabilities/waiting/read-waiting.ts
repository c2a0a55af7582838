import { PENDING_DAYS, readWaiting } from '@vialkeep/contract/waiting.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { openDisputes } from '../commissions/index.ts';
import { pendingDocuments } from '../documents/index.ts';
import { runsToApprove } from '../payouts/index.ts';
import { requestsDueSoon } from '../privacy/index.ts';
import { openDifferences } from '../reconciliation/index.ts';
import { refundsToApprove } from '../refunds/index.ts';
import { storageDecisions } from '../storage-billing/index.ts';
import { unpaidCommissions } from '../transactions/index.ts';

export const readWaitingHandler = handle(readWaiting, async ({ access, actor, db }) => {
  const [labels, documents, unpaid, sites, privacy, refunds, runs, disputes, differences, storage] = await Promise.all([
    unfinishedLabels(db, actor),
    pendingDocuments(db, access, PENDING_DAYS).select(counted).executeTakeFirstOrThrow(),
    unpaidCommissions(db, actor),
    sitesWithoutDns(db, actor),
    requestsDueSoon(db, actor).select(counted).executeTakeFirstOrThrow(),
    refundsToApprove(db, actor).select(counted).executeTakeFirstOrThrow(),
    runsToApprove(db, actor).select(counted).executeTakeFirstOrThrow(),
    openDisputes(db, actor).select(counted).executeTakeFirstOrThrow(),
    openDifferences(db, actor).select(counted).executeTakeFirstOrThrow(),
    storageDecisions(db, actor).select(counted).executeTakeFirstOrThrow(),
  ]);
  return {
    labels_without_file: labels.without_file,
    labels_not_told: labels.not_told,
    documents_pending: documents.n,
    commissions_unpaid: unpaid.n,
    sites_without_dns: sites,
    privacy_due: privacy.n,
    refunds_to_approve: refunds.n,
    payout_runs_to_approve: runs.n,
    disputes_open: disputes.n,
    differences: differences.n,
    storage_decisions: storage.n,
  };
});

const counted = sql<number>`count(*)::integer`.as('n');

function unfinishedLabels(db: Db, { scope }: Actor) {
  return db
    .selectFrom('labels')
    .select([
      sql<number>`count(*) filter (where file is null)::integer`.as('without_file'),
      sql<number>`count(*) filter (where file is not null and notified_at is null)::integer`.as('not_told'),
    ])
    .where((eb) => eb.and(scope === 'platform' ? [] : [eb('domain_id', '=', scope)]))
    .executeTakeFirstOrThrow();
}

/** Only administrators of all sites can register custom sites. */
async function sitesWithoutDns(db: Db, { scope }: Actor): Promise<number> {
  if (scope !== 'platform') return 0;
  const { n } = await db
    .selectFrom('custom_sites')
    .select(counted)
    .where('up_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}
