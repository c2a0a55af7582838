import { listOwnAccess, type OwnAccess } from '@vialkeep/contract/access-records.ts';
import { MOST_COUNTED } from '@vialkeep/contract/audit.ts';
import { readingKinds } from '@vialkeep/contract/kernel/reads.ts';
import { planNames } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import { handle } from '../../kernel/http/handle.ts';
import { ownRecords } from '../../kernel/policy/rules.ts';
import { accountsById } from '../accounts/index.ts';

export const listOwnAccessHandler = handle(listOwnAccess, async ({ access, actor, db, query, services }) => {
  access.authorize(ownRecords(actor));
  const platform = services.store.read('platform');
  const openings = (from: Db) =>
    from
      .selectFrom('access_records')
      .where((eb) =>
        eb.and([
          eb('subject_id', '=', actor.userId),
          ...whenDefined(query.from, (value) => eb('at', '>=', new Date(value))),
          ...whenDefined(query.to, (value) => eb('at', '<', new Date(value))),
        ]),
      );
  const [rows, { count }] = await Promise.all([
    openings(db)
      .leftJoin('inspections', 'inspections.id', 'access_records.inspection_id')
      .select([
        'at',
        'actor_id',
        'user_id',
        'access_records.reason',
        'what',
        'inspections.agency',
        'inspections.name as inspector',
      ])
      .orderBy('at', 'desc')
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    // Without the site, which every row would be read for, the person's index alone is counted.
    platform
      .selectFrom(openings(platform).select('at').limit(MOST_COUNTED).as('counted'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  // An administrator of the main site may have an account that this site cannot see, and the person must know who it was.
  const people = await listPeople(platform, rows);
  return { results: rows.map((row) => presentOwnAccess(row, people)), count };
});

const INSPECTOR = 'Inspector';

type Row = {
  at: Date;
  actor_id: number | null;
  user_id: number | null;
  reason: string | null;
  what: number;
  agency: string | null;
  inspector: string | null;
};
type PeopleById = Awaited<ReturnType<typeof listPeople>>;

async function listPeople(db: Db, rows: readonly Row[]) {
  const ids = [...new Set(rows.flatMap(({ actor_id, user_id }) => [actor_id, user_id]))].filter((id) => id !== null);
  const people = await accountsById(db, ids).select(['id', 'username', 'company', 'plan_id']).execute();
  return new Map(people.map((person) => [person.id, person]));
}

function presentOwnAccess(row: Row, people: PeopleById): OwnAccess {
  const { at, actor_id, user_id, reason } = row;
  const what = readingKinds[row.what] ?? 'record';
  if (actor_id === null || user_id === null) {
    const who = row.inspector ?? INSPECTOR;
    return { at: at.toISOString(), who, plan: INSPECTOR, company: row.agency ?? '', acting_for: null, reason, what };
  }
  const actor = people.get(actor_id);
  const account = people.get(user_id);
  return {
    at: at.toISOString(),
    who: actor?.username.trim() || `#${actor_id}`,
    plan: actor ? planNames[actor.plan_id] : '',
    company: actor?.company ?? '',
    acting_for: actor_id === user_id ? null : account?.company || account?.username.trim() || `#${user_id}`,
    reason,
    what,
  };
}
