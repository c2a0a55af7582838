import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { sitesOf } from './transactions.filters.ts';

/** Unpaid commissions over all time, on the actor's sites or on one of them. */
export function unpaidCommissions(db: Db, actor: Actor, domainIds: readonly number[] = []) {
  return db
    .selectFrom('transaction_months')
    .select([
      sql<number>`coalesce(sum(unpaid_n), 0)::integer`.as('n'),
      sql<number>`coalesce(sum(unpaid_cents), 0)::bigint`.as('cents'),
    ])
    .where('kind', '=', 'all')
    .where((eb) => eb.and([...domainIds, ...sitesOf(actor)].map((id) => eb('domain_id', '=', id))))
    .executeTakeFirstOrThrow();
}
