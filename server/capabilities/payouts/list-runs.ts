import { listPayoutRuns, readPayoutRun } from '@vialkeep/contract/payouts.ts';
import { sql } from 'kysely';
import { handle } from '../../kernel/http/handle.ts';
import { listRuns, onSitesOf } from './payouts.queries.ts';
import { presentRunOf, presentSummary } from './present-run.ts';

export const listPayoutRunsHandler = handle(listPayoutRuns, async ({ actor, db, query }) => {
  const { state, domain_id, limit, offset } = query;
  const condition = sql<boolean>`${onSitesOf(actor)}
    and ${state === undefined ? sql`true` : sql`payout_runs.state = ${state}`}
    and ${domain_id === undefined ? sql`true` : sql`payout_runs.domain_id = ${domain_id}`}`;
  const [rows, { count }] = await Promise.all([
    listRuns(db, condition, { limit, offset }),
    db
      .selectFrom('payout_runs')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(condition)
      .executeTakeFirstOrThrow(),
  ]);
  return { results: rows.map(presentSummary), count };
});

export const readPayoutRunHandler = handle(readPayoutRun, ({ actor, db, params }) =>
  presentRunOf(db, actor, params.id),
);
