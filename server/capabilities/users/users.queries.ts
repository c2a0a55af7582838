import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../kernel/db/db.ts';
import type { RelationKind, DB as Tables } from '../../kernel/db/tables.generated.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { visibleTo } from './users.policy.ts';

/** One user with what the relations say of them, within the connection's scope. */
export function personQuery(db: Db) {
  return db
    .selectFrom('users')
    .innerJoin('plans', 'plans.id', 'users.plan_id')
    .innerJoin('domains', 'domains.id', 'users.domain_id')
    .select([
      'users.id',
      'users.username',
      'users.first_name',
      'users.last_name',
      'users.company',
      'users.phone_number',
      'users.email',
      'users.address1',
      'users.address2',
      'users.city',
      'users.state_desc',
      'users.country_desc',
      'users.zip_code',
      'users.template_id',
      'users.document_id',
      'users.hc_logo',
      'users.date_joined',
      'users.last_login',
      'users.tags',
      'users.check_agreement',
      'users.is_active',
      'users.plan_id',
      'plans.name as plan_name',
      'users.domain_id',
      'domains.name as domain_name',
    ])
    .select((eb) => [
      related(eb, 'center').as('centers'),
      related(eb, 'referral_center').as('referral_centers'),
      related(eb, 'rep').as('reps'),
    ])
    .where('users.removed_at', 'is', null);
}

export type PersonRow = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

export async function findPerson(db: Db, id: UserId) {
  return personQuery(db).where('users.id', '=', id).executeTakeFirst();
}

/** The user's relatives of one kind, in the order they came. */
function related(eb: ExpressionBuilder<Tables, 'users'>, kind: RelationKind) {
  return jsonArrayFrom(
    eb
      .selectFrom('relations')
      .innerJoin('users as other', 'other.id', 'relations.object_id')
      .select(['other.id', 'other.company', 'other.email', 'other.template_id'])
      .whereRef('relations.subject_id', '=', 'users.id')
      .where('relations.kind', '=', kind)
      .where('relations.ended_at', 'is', null)
      .where('relations.approved_at', 'is not', null)
      .orderBy('relations.id'),
  );
}

export type UserFilters = {
  search?: string | undefined;
  plan?: number | undefined;
  domainId?: number | undefined;
  isActive: boolean;
};

/** A line of the administrators' lists. */
export function listedUsers(db: Db, actor: Actor, filters: UserFilters) {
  const { search, plan, domainId, isActive } = filters;
  return db
    .selectFrom('users')
    .innerJoin('plans', 'plans.id', 'users.plan_id')
    .innerJoin('domains', 'domains.id', 'users.domain_id')
    .where(visibleTo(actor))
    .where('users.removed_at', 'is', null)
    .where('users.is_active', '=', isActive)
    .$if(plan !== undefined, (query) => query.where('users.plan_id', '=', plan ?? 0))
    .$if(domainId !== undefined, (query) => query.where('users.domain_id', '=', domainId ?? 0))
    .$if(search !== undefined, (query) => query.where('users.search_text', 'like', containing(search ?? '')));
}

/** A LIKE pattern for text that occurs anywhere; what the person typed is never a wildcard. */
function containing(search: string) {
  return sql<string>`${`%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`;
}

export const listedColumns = [
  'users.id',
  'users.first_name',
  'users.last_name',
  'users.email',
  'users.company',
  'users.phone_number',
  'users.plan_id',
  'plans.name as plan_name',
  'users.domain_id',
  'domains.name as domain_name',
  'users.date_joined',
  'users.last_login',
] as const;
