import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { Db } from '../../kernel/db/db.ts';
import { found } from '../../kernel/http/refuse.ts';
import type { Permissions } from '../../kernel/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';

/** The account a call is about: one's own, or for an administrator any within the scope. Others do not exist. */
export async function accountFor(db: Db, actor: Actor, permissions: Permissions, id: UserId) {
  const mayReachOthers = permissions.permits(actor, 'users.list');
  const account =
    id === actor.userId || mayReachOthers
      ? await db
          .selectFrom('users')
          .select(['id', 'domain_id', 'plan_id', 'company', 'hc_logo', 'check_agreement', 'password_hash'])
          .where('id', '=', id)
          .where('removed_at', 'is', null)
          .executeTakeFirst()
      : null;
  return found(account);
}

export type Account = Awaited<ReturnType<typeof accountFor>>;

/** Harvest centers and their staff: known by their company, and signed for by an attestation. */
export function isCenterOrStaff(account: Account): boolean {
  return account.plan_id === 4 || account.plan_id === 9;
}
