import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { Db } from '../../kernel/db/db.ts';
import { found } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { visibleTo } from '../users/index.ts';

/** The account a call is about, if this actor can see it. */
export async function accountFor(db: Db, actor: Actor, id: UserId) {
  const account = await db
    .selectFrom('users')
    .select(['id', 'domain_id', 'plan_id', 'company', 'hc_logo', 'password_hash'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where(visibleTo(actor))
    .executeTakeFirst();
  return found(account);
}

/** The same, to change it. S-34: a super admin's account is a super admin's to change. */
export async function accountToChange(db: Db, actor: Actor, id: UserId) {
  const account = await accountFor(db, actor, id);
  return found(account.plan_id === 10 && actor.plan !== 10 ? null : account);
}

export type Account = Awaited<ReturnType<typeof accountFor>>;

/** Harvest centers and their staff: known by their company, and signed for by an attestation. */
export function isCenterOrStaff(account: Account): boolean {
  return account.plan_id === 4 || account.plan_id === 9;
}
