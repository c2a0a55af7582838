import type { Plan } from '@vialkeep/contract/plans.ts';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../kernel/db/db.ts';
import { fixedLimit } from '../../kernel/db/fixed-limit.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { likePattern, openRelations, visibleTo } from '../network/index.ts';

/** The most rows of a list, because the documented lists have no pages. */
export const MOST = 5_000;

/** Active users of one plan whom this actor can see. */
export function activeOfPlan(db: Db, actor: Actor, plan: Plan) {
  return activeAccounts(db, plan).where(visibleTo(actor));
}

/** Active users of one plan within the connection's scope. */
export function activeAccounts(db: Db, plan: Plan) {
  return db
    .selectFrom('users')
    .where('users.plan_id', '=', plan)
    .where('users.is_active', '=', true)
    .where('users.removed_at', 'is', null)
    .orderBy('users.id', 'desc')
    .limit(fixedLimit(MOST));
}

export const listedColumns = [
  'users.id',
  'users.company',
  'users.first_name',
  'users.last_name',
  'users.email',
  'users.username',
] as const;

type Narrowing = { search?: string | undefined; domain_id?: number | undefined };

/** Lists clinics of one plan for an administrator. */
export async function administeredCenters(db: Db, actor: Actor, plan: Plan, { search, domain_id }: Narrowing) {
  return activeOfPlan(db, actor, plan)
    .innerJoin('domains', 'domains.id', 'users.domain_id')
    .select([...listedColumns, 'users.template_id', 'users.domain_id', 'domains.name as domain_name'])
    .where((eb) =>
      eb.and([
        ...whenDefined(domain_id, (value) => eb('users.domain_id', '=', value)),
        ...whenDefined(search, (value) => eb('users.search_text', 'like', likePattern(value))),
      ]),
    )
    .execute();
}

/** Users of one plan with their centers and the centers they asked for, oldest relation first (S-04). */
export function withCenters(db: Db, actor: Actor, plan: Plan) {
  return activeOfPlan(db, actor, plan)
    .innerJoin('domains', 'domains.id', 'users.domain_id')
    .select([...listedColumns, 'users.version', 'users.domain_id', 'domains.name as domain_name'])
    .select((eb) => [
      jsonArrayFrom(
        openRelations(db)
          .innerJoin('account_names as center', 'center.id', 'relations.object_id')
          .select((link) => ['center.id', 'center.company', link('relations.approved_at', 'is', null).as('pending')])
          .where('relations.subject_id', '=', eb.ref('users.id'))
          .where('relations.kind', '=', 'center')
          .orderBy('relations.id'),
      ).as('centers'),
    ]);
}

export type WithCenters = Awaited<ReturnType<ReturnType<typeof withCenters>['execute']>>[number];
