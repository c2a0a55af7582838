import { listRelatedBy, listRelatedByMembership, listRelatedFrom } from '@vialkeep/contract/network.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { authorizeAccount } from './authorize-account.ts';
import { objectsOf, type RelatedTree, type RelationEnd, subjectsRelatedTo, withRelatedUsers } from './related-users.ts';
import { isPatientIdentityHidden, visibleTo } from './visibility.ts';

export const listRelatedByHandler = handle(listRelatedBy, async ({ access, actor, db, params, query }) => {
  await authorizeAccount(access, db, params.id);
  return presentForActor(db, actor, ofPlan(await subjectsRelatedTo(db, [params.id]), query.membership));
});

export const listRelatedFromHandler = handle(listRelatedFrom, async ({ access, actor, db, params, query }) => {
  await authorizeAccount(access, db, params.id);
  const related = ofPlan(await objectsOf(db, [params.id]), query.membership);
  return presentForActor(db, actor, query.order_by ? sortRelatedUsers(related, query.order_by) : related);
});

export const listRelatedByMembershipHandler = handle(
  listRelatedByMembership,
  async ({ access, actor, db, params, query }) => {
    await authorizeAccount(access, db, params.id);
    const path = [query.first_related, query.second_related, query.third_related, query.fourth_related];
    let reached: RelationEnd[] = [];
    let from: readonly number[] = [params.id];
    for (const [hop, plan] of path.entries()) {
      if (plan === undefined) break;
      const around = ofPlan([...(await objectsOf(db, from)), ...(await subjectsRelatedTo(db, from))], plan);
      reached = distinct(hop === 0 ? around : await visibleAmong(db, actor, around));
      from = reached.map(({ id }) => id);
    }
    const people = await presentForActor(db, actor, reached);
    return query.include_nested === 'true' ? people : people.map((person) => ({ ...person, related_users: [] }));
  },
);

/**
 * Adds the relations of these users, as far as this actor may read them. Direct relations are always readable; users
 * reached through others must be visible to the actor, or a patient could walk from their center to its other patients.
 */
async function presentForActor(db: Db, actor: Actor, people: readonly RelationEnd[]): Promise<RelatedTree[]> {
  const trees = await withRelatedUsers(db, people);
  const theirs = trees.flatMap(({ related_users }) => related_users);
  const known = new Set((await visibleAmong(db, actor, theirs)).map(({ id }) => id));
  return trees.map((tree) => ({
    ...tree,
    ...withoutName(actor, tree),
    related_users: tree.related_users
      .filter(({ id }) => known.has(id))
      .map((person) => ({ ...person, ...withoutName(actor, person) })),
  }));
}

async function visibleAmong<Person extends { id: number }>(
  db: Db,
  actor: Actor,
  people: readonly Person[],
): Promise<Person[]> {
  if (people.length === 0) return [];
  const rows = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', anyOf(people.map(({ id }) => id)))
    .where(visibleTo(actor))
    .execute();
  const visible = new Set(rows.map(({ id }) => id));
  return people.filter(({ id }) => visible.has(id));
}

/** Blanks a patient's name for sales plans (S-20). */
function withoutName(actor: Actor, { subscription }: Pick<RelatedTree, 'subscription'>) {
  const isPatient = subscription === Plan.generalMember || subscription === Plan.donor;
  return isPatient && isPatientIdentityHidden(actor) ? { first_name: '', last_name: '', company: '', email: '' } : {};
}

function ofPlan(people: readonly RelationEnd[], plan: Plan | undefined): RelationEnd[] {
  return people.filter(({ plan_id }) => plan === undefined || plan_id === plan);
}

function distinct(people: readonly RelationEnd[]): RelationEnd[] {
  return [...new Map(people.map((person) => [person.id, person])).values()];
}

type Order = 'id' | 'first_name' | 'last_name' | 'company';

/** Sorts by each key in turn; a minus reverses one. */
function sortRelatedUsers(people: readonly RelationEnd[], orders: readonly string[]): RelationEnd[] {
  return people.toSorted((a, b) => {
    for (const order of orders) {
      // @NOTE the contract accepts only these four words, with or without a minus.
      const field = order.replace('-', '') as Order;
      const difference = field === 'id' ? a.id - b.id : a[field].localeCompare(b[field]);
      if (difference !== 0) return order.startsWith('-') ? -difference : difference;
    }
    return 0;
  });
}
