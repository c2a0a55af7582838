import { sql } from 'kysely';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Placeholders } from '../../kernel/db/statement.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { viewerStatement, visibleTo } from '../network/index.ts';

/** These users with the columns of the administrators' lists, as far as the actor can see them. */
export async function findListed(db: Db, actor: Actor, ids: readonly number[]) {
  return visibleUsers(db, actor, { ids });
}

/** As the check of every request reads it; accounts from before the product had reviews count as reviewed. */
const isUnreviewed = sql<boolean>`users.self_made and users.reviewed_at is null
  and users.date_joined >= (select reviews_since from installation)`;

const visibleUsers = viewerStatement((db, viewer, { ids }: Placeholders<{ ids: readonly number[] }>) =>
  db
    .selectFrom('users')
    .innerJoin('plans', 'plans.id', 'users.plan_id')
    .innerJoin('domains', 'domains.id', 'users.domain_id')
    .leftJoin('identity_policies', 'identity_policies.domain_id', 'users.domain_id')
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.company',
      'users.phone_number',
      'users.address1',
      'users.address2',
      'users.city',
      'users.state_desc',
      'users.country_desc',
      'users.zip_code',
      'users.template_id',
      'users.document_id',
      'users.tags',
      'users.date_joined',
      'users.last_login',
      'users.is_active',
      'users.plan_id',
      'plans.name as plan_name',
      'users.domain_id',
      'domains.name as domain_name',
      'identity_policies.review_sign_ups as site_reviews',
    ])
    .select(isUnreviewed.as('is_unreviewed'))
    .where('users.id', '=', anyOf(ids))
    .where('users.removed_at', 'is', null)
    .where(visibleTo(viewer))
    .orderBy('users.id', 'desc'),
);

export type ListedRow = Awaited<ReturnType<typeof findListed>>[number];
