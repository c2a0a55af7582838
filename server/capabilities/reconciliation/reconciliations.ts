import { listReconciliations, type ReconciliationRun, runReconciliation } from '@vialkeep/contract/reconciliation.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { HAS_STOPPED, ReconciliationUnderWay, reconcile, STOPPED } from './reconcile.ts';

/** The sums of a run are of every site, so that only the platform reads them; the database refuses others the columns. */
export const listReconciliationsHandler = handle(listReconciliations, async ({ actor, db, query }) => {
  const isPlatform = actor.scope === 'platform';
  const [{ count }, rows] = await Promise.all([
    db
      .selectFrom('reconciliation_runs')
      .select((eb) => eb.fn.count<number>('id').as('count'))
      .executeTakeFirstOrThrow(),
    selectRuns(db, isPlatform).orderBy('id', 'desc').limit(query.limit).offset(query.offset).execute(),
  ]);
  return { results: rows.map(presentRun), count, may: isPlatform ? ['run' as const] : [] };
});

export const runReconciliationHandler = handle(runReconciliation, async ({ actor, db, services, request }) => {
  const cause = { actorId: actor.userId, userId: actor.userId, sessionId: actor.sessionId, requestId: request.id };
  const id = await reconcile(services, cause).catch((error: unknown) => {
    throw error instanceof ReconciliationUnderWay ? refuseBy(runReconciliation, 'run_under_way') : error;
  });
  return presentRun(await selectRuns(db, true).where('id', '=', id).executeTakeFirstOrThrow());
});

function selectRuns(db: Db, isPlatform: boolean) {
  return db
    .selectFrom('reconciliation_runs')
    .select(['id', 'at'])
    .select([
      sql<string>`case when ${HAS_STOPPED} then 'failed' else state end`.as('state'),
      sql<string>`case when ${HAS_STOPPED} then ${STOPPED} else message end`.as('message'),
    ])
    .select([sql<string>`from_day::text`.as('from_day'), sql<string>`to_day::text`.as('to_day')])
    .select((eb) => [
      isPlatform ? eb.ref('matched').$castTo<number | null>().as('matched') : sql<null>`null`.as('matched'),
      isPlatform ? eb.ref('differences').$castTo<number | null>().as('differences') : sql<null>`null`.as('differences'),
    ]);
}

type RunRow = Awaited<ReturnType<ReturnType<typeof selectRuns>['execute']>>[number];

function presentRun({ at, state, ...row }: RunRow): z.input<typeof ReconciliationRun> {
  return { ...row, at: at.toISOString(), state: state === 'running' || state === 'done' ? state : 'failed' };
}
