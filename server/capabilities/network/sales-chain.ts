import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { administrators } from '../../kernel/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';

/** F108: the rep of a chain while the account is active. An account whose rep is not has none, in orders and on screens. */
export function activeRep(eb: ExpressionBuilder<Tables, 'sales_chains'>) {
  return eb
    .selectFrom('users as rep')
    .select('rep.id')
    .whereRef('rep.id', '=', 'sales_chains.rep_id')
    .where('rep.is_active', '=', true)
    .where('rep.removed_at', 'is', null);
}

export type SalesChain = {
  readonly repId: number | null;
  readonly managerId: number | null;
  readonly distributorId: number | null;
};

/** U-36: who sells to somebody, as a purchase of theirs names them. */
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
 * Who stands above a sales rep. To whom the rep sells, those whom a purchase would name; the rep's own manager and
 * distributor to the rep and to administrators, and to nobody else (S-20).
 */
export async function aboveSalesRep(db: Db, actor: Actor, repId: UserId): Promise<SalesChain> {
  const own = await salesChainOf(db, actor.userId);
  if (own.repId === repId) return own;
  const mayKnow = actor.userId === repId || administrators.includes(actor.plan);
  return mayKnow ? salesChainOf(db, repId) : { repId, managerId: null, distributorId: null };
}
