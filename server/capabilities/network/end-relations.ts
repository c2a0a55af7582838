import { relationRules } from '@vialkeep/contract/network.ts';
import type { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { RelationKind } from '../../kernel/db/tables.generated.ts';
import { endRelations } from './open-relations.ts';

/** The user whose relations change. */
export type Subject = { readonly id: number; readonly domainId: number; readonly plan: Plan };

/** The result of a change of relations, for the audit log. */
export type RelationChanges = { readonly added: readonly string[]; readonly ended: readonly string[] };

/** Ends every relation between two users, in both directions. */
export async function endBetween(work: Work, one: number, other: number): Promise<RelationChanges> {
  const current = await work.db
    .selectFrom('relations')
    .select(['id', 'kind', 'object_id'])
    .where('ended_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('subject_id', '=', one), eb('object_id', '=', other)]),
        eb.and([eb('subject_id', '=', other), eb('object_id', '=', one)]),
      ]),
    )
    .forUpdate()
    .execute();
  return endThese(work, current);
}

/** Ends every relation of a user whose account is removed, in both directions. */
export async function endAllOf(work: Work, id: number): Promise<RelationChanges> {
  const current = await work.db
    .selectFrom('relations')
    .select(['id', 'kind', 'object_id'])
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('subject_id', '=', id), eb('object_id', '=', id)]))
    .forUpdate()
    .execute();
  return endThese(work, current);
}

/** Ends every relation of accounts that are removed together. */
export async function endAllOfMany(work: Work, ids: readonly number[]): Promise<void> {
  const current = await work.db
    .selectFrom('relations')
    .select('id')
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('subject_id', '=', anyOf(ids)), eb('object_id', '=', anyOf(ids))]))
    .forUpdate()
    .execute();
  await endRelations(
    work,
    current.map(({ id }) => id),
  );
}

/** True where other users belong to this one. A pending request does not count (S-04). */
export async function hasDependents(db: Db, id: number): Promise<boolean> {
  const dependent = await db
    .selectFrom('active_relations')
    .select('id')
    .where('object_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return dependent !== undefined;
}

/**
 * Adapts a user's relations to a new plan: relations that the plan cannot have end, of several where it can have one
 * the first stays, and pending requests by or to the user end.
 */
export async function endInvalidRelations(work: Work, subject: Subject): Promise<RelationChanges> {
  const own = await work.db
    .selectFrom('relations')
    .innerJoin('users as object', 'object.id', 'relations.object_id')
    .select(['relations.id', 'relations.kind', 'relations.object_id', 'relations.approved_at', 'object.plan_id'])
    .where('relations.subject_id', '=', subject.id)
    .where('relations.ended_at', 'is', null)
    .orderBy('relations.id')
    .execute();
  const asked = await work.db
    .selectFrom('relations')
    .select(['id', 'kind', 'object_id'])
    .where('object_id', '=', subject.id)
    .where('ended_at', 'is', null)
    .where('approved_at', 'is', null)
    .execute();
  const kept = fitting(
    subject.plan,
    own.filter(({ approved_at }) => approved_at !== null),
  );
  await recount(
    work,
    kept.map(({ id }) => id),
  );
  return endThese(work, [...own.filter((relation) => !kept.includes(relation)), ...asked]);
}

type Standing = { readonly id: number; readonly kind: RelationKind; readonly object_id: number };

function fitting<Own extends Standing & { plan_id: Plan }>(plan: Plan, own: readonly Own[]): Own[] {
  return own.filter(({ id, kind, plan_id }) => {
    const rule = relationRules[plan]?.[kind];
    if (rule?.of !== plan_id) return false;
    return !rule.single || own.find((other) => other.kind === kind)?.id === id;
  });
}

/** Each row stores whether its relation must be the only one; a trigger recomputes it when the row is written. */
async function recount(work: Work, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await work.db.updateTable('relations').set({ kind: sql`kind` }).where('id', '=', anyOf(ids)).execute();
}

async function endThese(work: Work, relations: readonly Standing[]): Promise<RelationChanges> {
  await endRelations(
    work,
    relations.map(({ id }) => id),
  );
  return { added: [], ended: relations.map(({ kind, object_id }) => `${kind} ${object_id}`) };
}
