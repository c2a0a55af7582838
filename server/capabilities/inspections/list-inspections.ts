import { type AdministeredInspection, type InspectionState, listInspections } from '@vialkeep/contract/inspections.ts';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { accountsById } from '../accounts/index.ts';

export const listInspectionsHandler = handle(listInspections, async ({ actor, db, query }) => {
  const matching = inspectionsSeenBy(db, actor, query.state);
  const [rows, { count }] = await Promise.all([
    matching
      .innerJoin('domains', 'domains.id', 'inspections.domain_id')
      .select([
        'inspections.id',
        'domains.name as site',
        'inspections.agency',
        'inspections.name',
        'inspections.email',
        'inspections.reason',
        'inspections.patient_ids',
        'inspections.with_names',
        'inspections.made_at',
        'inspections.made_by',
        'inspections.ends_at',
        'inspections.ended_at',
        stateOfRow.as('state'),
      ])
      .select((eb) => [
        eb
          .selectFrom('inspection_sessions')
          .select((session) => session.fn.countAll<number>().as('sessions'))
          .whereRef('inspection_sessions.inspection_id', '=', 'inspections.id')
          .as('sessions'),
        eb
          .selectFrom('inspection_sessions')
          .select((session) => session.fn.max('opened_at').as('last'))
          .whereRef('inspection_sessions.inspection_id', '=', 'inspections.id')
          .as('last_opened_at'),
      ])
      .orderBy(sql`(${stateOfRow}) <> 'open'`)
      .orderBy('inspections.id', 'desc')
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  const makers = await accountsById(db, [...new Set(rows.map(({ made_by }) => made_by))])
    .select(['id', 'username'])
    .execute();
  const names = new Map(makers.map(({ id, username }) => [id, username]));
  return { results: rows.map((row) => presentInspection(row, names)), count };
});

/** An inspection that expired is marked as ended later; one that an administrator ended names them. */
const stateOfRow = sql<InspectionState>`case
  when inspections.ended_by is not null then 'ended'
  when inspections.ends_at <= now() then 'expired' else 'open' end`;

/** The connection's scope limits the sites a second time. */
function inspectionsSeenBy(db: Db, { scope }: Actor, state: InspectionState | undefined) {
  return db.selectFrom('inspections').where((eb) => {
    const conditions: Expression<SqlBool>[] = [];
    if (scope !== 'platform') conditions.push(eb('inspections.domain_id', '=', scope));
    if (state !== undefined) conditions.push(sql<boolean>`(${stateOfRow}) = ${state}`);
    return eb.and(conditions);
  });
}

type Row = {
  id: number;
  site: string;
  agency: string;
  name: string;
  email: string;
  reason: string;
  patient_ids: number[] | null;
  with_names: boolean;
  made_at: Date;
  made_by: number;
  ends_at: Date;
  ended_at: Date | null;
  state: InspectionState;
  sessions: number | null;
  last_opened_at: Date | null;
};

/** The connection's scope hides an administrator whose account is on another site. */
function presentInspection(row: Row, names: ReadonlyMap<number, string>): z.input<typeof AdministeredInspection> {
  const { made_by, made_at, ends_at, ended_at, last_opened_at, sessions, ...rest } = row;
  return {
    ...rest,
    made_at: made_at.toISOString(),
    made_by: { id: made_by, name: names.get(made_by) ?? `#${made_by}` },
    ends_at: ends_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
    sessions: sessions ?? 0,
    last_opened_at: last_opened_at?.toISOString() ?? null,
    may: row.state === 'open' ? ['end'] : [],
  };
}
