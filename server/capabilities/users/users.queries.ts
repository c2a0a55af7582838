import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { visibleTo } from '../network/index.ts';

/** These users as the administrators' lists show them, as far as the actor sees them. */
export async function findListed(db: Db, actor: Actor, ids: readonly number[]) {
  return db
    .selectFrom('users')
    .innerJoin('plans', 'plans.id', 'users.plan_id')
    .innerJoin('domains', 'domains.id', 'users.domain_id')
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
    ])
    .where('users.id', '=', anyOf(ids))
    .where('users.removed_at', 'is', null)
    .where(visibleTo(actor))
    .orderBy('users.id', 'desc')
    .execute();
}

export type ListedRow = Awaited<ReturnType<typeof findListed>>[number];

/** Nobody sells to them. */
export const noChain = { sales_rep: null, sales_manager: null, sales_distributor: null, sales_affiliate: null };

/** U-36: who sells to each of these, by id and name. */
export async function salesChainsOf(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('sales_chains as chain')
    .leftJoin('users as rep', 'rep.id', 'chain.rep_id')
    .leftJoin('users as manager', 'manager.id', 'chain.manager_id')
    .leftJoin('users as distributor', 'distributor.id', 'chain.distributor_id')
    .leftJoin('users as affiliate', 'affiliate.id', 'chain.affiliate_id')
    .select([
      'chain.user_id',
      'rep.id as rep_id',
      'rep.username as rep_name',
      'manager.id as manager_id',
      'manager.username as manager_name',
      'distributor.id as distributor_id',
      'distributor.username as distributor_name',
      'affiliate.id as affiliate_id',
      'affiliate.username as affiliate_name',
    ])
    .where('chain.user_id', '=', anyOf(ids))
    .execute();
  return new Map(
    rows.map((row) => [
      row.user_id,
      {
        sales_rep: person(row.rep_id, row.rep_name),
        sales_manager: person(row.manager_id, row.manager_name),
        sales_distributor: person(row.distributor_id, row.distributor_name),
        sales_affiliate: person(row.affiliate_id, row.affiliate_name),
      },
    ]),
  );
}

function person(id: number | null, name: string | null) {
  return id === null ? null : { id, name: name ?? '' };
}
