import type { RelatedUserWithTheirs } from '@vialkeep/contract/network.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { statementByIds } from '../../kernel/db/statement-by-ids.ts';
import type { RelationKind } from '../../kernel/db/tables.generated.ts';
import { presentRelated } from './network.present.ts';

/** One end of a relation, seen from the other end. */
export type RelationEnd = {
  of: number;
  kind: RelationKind;
  id: number;
  first_name: string;
  last_name: string;
  company: string;
  email: string;
  plan_id: Plan;
};

export type RelatedTree = z.input<typeof RelatedUserWithTheirs>;

/** The users to whom each of these belongs, in the order of the relations. */
export async function objectsOf(db: Db, ids: readonly number[]): Promise<RelationEnd[]> {
  return objectsOfThese(db, ids);
}

const objectsOfThese = statementByIds((db, these) =>
  standingWithUsers(db, 'object_id', 'subject_id').where('active_relations.subject_id', '=', these),
);

/** The users who belong to each of these. */
export async function subjectsRelatedTo(db: Db, ids: readonly number[]): Promise<RelationEnd[]> {
  return subjectsOfThese(db, ids);
}

const subjectsOfThese = statementByIds((db, these) =>
  standingWithUsers(db, 'subject_id', 'object_id').where('active_relations.object_id', '=', these),
);

/** The staff of each of these centers, by id and name, including inactive staff. */
export async function staffOf(db: Db, ids: readonly number[]): Promise<Map<number, { id: number; name: string }[]>> {
  const rows = await staffOfThese(db, ids);
  return new Map(
    [...Map.groupBy(rows, ({ of }) => of)].map(([center, staff]) => [
      center,
      staff.map(({ id, first_name, last_name }) => ({ id, name: `${first_name} ${last_name}`.trim() })),
    ]),
  );
}

const staffOfThese = statementByIds((db, these) =>
  standingWithUsers(db, 'subject_id', 'object_id')
    .where('active_relations.object_id', '=', these)
    .where('active_relations.kind', '=', 'center')
    .where('users.plan_id', '=', Plan.staff),
);

function standingWithUsers(db: Db, shown: 'subject_id' | 'object_id', of: 'subject_id' | 'object_id') {
  return db
    .selectFrom('active_relations')
    .innerJoin('users', 'users.id', `active_relations.${shown}`)
    .select([
      `active_relations.${of} as of`,
      'active_relations.kind',
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.company',
      'users.email',
      'users.plan_id',
    ])
    .where('users.removed_at', 'is', null)
    .orderBy('active_relations.id');
}

/** The documented `related_users` of each of these. */
export async function relatedUsersOf(db: Db, ids: readonly number[]): Promise<Map<number, RelatedTree[]>> {
  const first = await objectsOf(db, ids);
  const trees = await withRelatedUsers(db, first);
  const byUser = new Map<number, RelatedTree[]>(ids.map((id) => [id, []]));
  for (const [index, relative] of first.entries()) {
    const tree = trees[index];
    if (tree) byUser.get(relative.of)?.push(tree);
  }
  return byUser;
}

/** These users, each with their own relations. */
export async function withRelatedUsers(
  db: Db,
  people: readonly Omit<RelationEnd, 'of' | 'kind'>[],
): Promise<RelatedTree[]> {
  const theirs = Map.groupBy(await objectsOf(db, [...new Set(people.map(({ id }) => id))]), ({ of }) => of);
  return people.map((person) => ({
    ...presentRelated(person),
    related_users: (theirs.get(person.id) ?? []).map(presentRelated),
  }));
}
