import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { SalesChain as NamedChain } from '@vialkeep/contract/users.ts';
import { type Expression, expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { statementByIds } from '../../kernel/db/statement-by-ids.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { administrators } from '../../kernel/policy/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';

/**
 * The rep of a chain while the rep's account is active. A user with an inactive rep has none, in orders and on screens
 * (F108).
 */
export function activeRep(repId: Expression<number | null>) {
  return expressionBuilder<Tables>()
    .selectFrom('users as rep')
    .select('rep.id')
    .where('rep.id', '=', repId)
    .where('rep.is_active', '=', true)
    .where('rep.removed_at', 'is', null);
}

export type SalesChain = {
  readonly repId: number | null;
  readonly managerId: number | null;
  readonly distributorId: number | null;
};

/** The sales chain that a purchase of this user would record (U-36). */
export async function salesChainOf(db: Db, userId: UserId): Promise<SalesChain> {
  const row = await db
    .selectFrom('sales_chains')
    .select(['rep_id', 'manager_id', 'distributor_id'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return {
    repId: row?.rep_id ?? null,
    managerId: row?.manager_id ?? null,
    distributorId: row?.distributor_id ?? null,
  };
}

/**
 * The users above a sales rep. A client of the rep sees those whom a purchase would record; only the rep and
 * administrators see the rep's own manager and distributor (S-20).
 */
export async function salesChainAbove(db: Db, actor: Actor, repId: UserId): Promise<SalesChain> {
  const own = await salesChainOf(db, actor.userId);
  if (own.repId === repId) return own;
  const mayKnow = actor.userId === repId || administrators.includes(actor.plan);
  return mayKnow ? salesChainOf(db, repId) : { repId, managerId: null, distributorId: null };
}

type NamedSalesChain = z.input<typeof NamedChain>;

/** The chain of a user without a sales rep. */
export const noChain: NamedSalesChain = {
  sales_rep: null,
  sales_manager: null,
  sales_distributor: null,
  sales_affiliate: null,
};

/** The sales chain of each of these users, by id and name (U-36). */
export async function salesChainsOf(db: Db, ids: readonly number[]): Promise<Map<number, NamedSalesChain>> {
  return presentChains(await chainsOfThese(db, ids));
}

const chainsOfThese = statementByIds((db, these) =>
  namedChains(db, sql`(select * from sales_chains where user_id = ${these})`),
);

/** The sales rep of each of these users who has one, by id and name; costs half of the whole chain. */
export async function salesRepsOf(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, NonNullable<NamedSalesChain['sales_rep']>>> {
  const rows = await repsOfThese(db, ids);
  return new Map(rows.map(({ user_id, id, name }) => [user_id, { id, name }]));
}

const repsOfThese = statementByIds((db, these) =>
  db
    .selectFrom('sales_reps')
    .innerJoin('users as rep', 'rep.id', 'sales_reps.rep_id')
    .select((eb) => [eb.ref('sales_reps.user_id').$notNull().as('user_id'), 'rep.id', 'rep.username as name'])
    .where('sales_reps.user_id', '=', these),
);

/** The sales chain that the user would have with this clinic, or with none; a form shows it before it is saved. */
export async function salesChainThrough(db: Db, personId: number, clinicId: number | null): Promise<NamedSalesChain> {
  const chain = sql`(select ${personId}::integer as user_id, * from sales_chain(${personId}::integer, ${clinicId}::integer))`;
  return presentChains(await namedChains(db, chain).execute()).get(personId) ?? noChain;
}

type Seller = 'rep' | 'manager' | 'distributor' | 'affiliate';
type Ids = { user_id: number } & Record<`${Seller}_id`, number | null>;

function namedChains(db: Db, chains: RawBuilder<unknown>) {
  return db
    .selectFrom(chains.$castTo<Ids>().as('chain'))
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
    ]);
}

type NamedRow = Awaited<ReturnType<ReturnType<typeof namedChains>['execute']>>[number];

function presentChains(rows: readonly NamedRow[]): Map<number, NamedSalesChain> {
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
