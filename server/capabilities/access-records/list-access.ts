import { type AccessRecord, listAccess } from '@vialkeep/contract/access-records.ts';
import { MOST_COUNTED } from '@vialkeep/contract/audit.ts';
import { readingKinds } from '@vialkeep/contract/kernel/reads.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { accountsById } from '../accounts/index.ts';
import { countableAccess, matchingAccess } from './matching-access.ts';

export const listAccessHandler = handle(listAccess, async ({ actor, db, query }) => {
  const { limit, offset, ...filters } = query;
  const [rows, { count }] = await Promise.all([
    matchingAccess(db, actor, filters, limit + offset)
      .leftJoin('inspections', 'inspections.id', 'record.inspection_id')
      .select([
        'record.at',
        'domains.name as site',
        'record.actor_id',
        'record.user_id',
        'record.what',
        'record.subject_id',
        'record.object',
        sql<number | null>`cardinality(record.seen)`.as('seen'),
        'record.reason',
        'record.inspection_id',
        'inspections.agency',
      ])
      .orderBy('record.at', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom(countableAccess(db, actor, filters, MOST_COUNTED + 1).as('counted'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  const people = await listPeople(db, rows);
  return {
    results: rows.map((row, index) => ({ id: String(offset + index), ...presentAccess(row, people) })),
    count: Math.min(count, MOST_COUNTED),
    count_is_exact: count <= MOST_COUNTED,
  };
});

type Row = {
  at: Date;
  site: string;
  actor_id: number | null;
  user_id: number | null;
  what: number;
  subject_id: number | null;
  object: string;
  seen: number | null;
  reason: string | null;
  inspection_id: number | null;
  agency: string | null;
};
type PeopleById = Awaited<ReturnType<typeof listPeople>>;

/** The connection's scope hides an administrator whose account is on another site. */
async function listPeople(db: Db, rows: readonly Row[]) {
  const ids = new Set(rows.flatMap(({ actor_id, user_id, subject_id }) => [actor_id, user_id, subject_id]));
  const people = await accountsById(
    db,
    [...ids].filter((id) => id !== null),
  )
    .select(['id', 'username as name', 'plan_id as plan'])
    .execute();
  return new Map(people.map((person) => [person.id, person]));
}

function presentAccess(row: Row, people: PeopleById): Omit<z.input<typeof AccessRecord>, 'id'> {
  const personOf = (id: number | null) => (id === null ? null : (people.get(id) ?? null));
  return {
    at: row.at.toISOString(),
    site: row.site,
    actor: personOf(row.actor_id),
    user: personOf(row.user_id),
    what: readingKinds[row.what] ?? 'record',
    subject: personOf(row.subject_id),
    object: row.object,
    seen: row.seen,
    reason: row.reason,
    inspection: row.inspection_id === null ? null : { id: row.inspection_id, agency: row.agency ?? '' },
  };
}
