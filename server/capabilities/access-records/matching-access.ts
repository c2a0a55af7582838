import type { listAccess } from '@vialkeep/contract/access-records.ts';
import { readingKinds } from '@vialkeep/contract/kernel/reads.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import type { Call } from '../../kernel/http/handle.ts';
import type { Actor } from '../../kernel/session/actor.ts';

export type AccessFilters = Omit<Call<typeof listAccess>['query'], 'limit' | 'offset'>;

/**
 * The rows that match. Where no person is asked for, at most the newest `most` of each site: its index is in the order of
 * time, so that they are found without sorting many months. The rows of a person have an index in that order for all sites
 * together; asked for by site, one without any would read all that the person has elsewhere. The connection's scope limits
 * the sites a second time.
 */
export function matchingAccess(db: Db, { scope }: Actor, filters: AccessFilters, most: number | null) {
  const isBySite = !isOfPerson(filters);
  return db
    .selectFrom('domains')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('access_records')
          .selectAll('access_records')
          .whereRef('access_records.domain_id', '=', 'domains.id')
          .where((row) => matches(row, filters))
          .$if(isBySite, (query) => query.orderBy('at', 'desc'))
          .$if(isBySite && most !== null, (query) => query.limit(most ?? 0))
          .as('record'),
      (join) => join.on(sql<boolean>`true`),
    )
    .where((eb) => eb.and(scope === 'platform' ? [] : [eb('domains.id', '=', scope)]));
}

/**
 * One row for each match, at most `most`. For an administrator of all sites, the matches of a person are counted in the
 * person's index alone: it has no site, and the rows of a person lie far apart.
 */
export function countableAccess(db: Db, actor: Actor, filters: AccessFilters, most: number) {
  if (actor.scope !== 'platform' || !isOfPerson(filters)) {
    return matchingAccess(db, actor, filters, most).select('record.at').limit(most);
  }
  return db
    .selectFrom('access_records')
    .select('at')
    .where((row) => matches(row, filters))
    .limit(most);
}

function isOfPerson({ subject_id, actor_id }: AccessFilters): boolean {
  return subject_id !== undefined || actor_id !== undefined;
}

function matches(row: ExpressionBuilder<Tables, 'access_records'>, filters: AccessFilters) {
  const { subject_id, actor_id, what, from, to } = filters;
  return row.and([
    ...whenDefined(subject_id, (value) => row('access_records.subject_id', '=', value)),
    ...whenDefined(actor_id, (value) => row('access_records.actor_id', '=', value)),
    ...whenDefined(what, (value) => row('access_records.what', '=', readingKinds.indexOf(value))),
    ...whenDefined(from, (value) => row('access_records.at', '>=', new Date(value))),
    ...whenDefined(to, (value) => row('access_records.at', '<', new Date(value))),
  ]);
}
