import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import { found } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { visibleTo } from '../network/index.ts';
import { mayAdminister, maySetLogin } from '../users/index.ts';

/** The account a call is about, if this actor can see it. */
export async function accountFor(db: Db, actor: Actor, id: UserId) {
  const account = await db
    .selectFrom('users')
    .select(['id', 'domain_id', 'plan_id', 'first_name', 'last_name', 'company', 'email', 'hc_logo', 'password_hash'])
    // A temporary password is worth nothing after its time.
    .select(sql<boolean>`coalesce(password_until > now(), true)`.as('password_serves'))
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where(visibleTo(actor, id))
    .executeTakeFirst();
  return found(account);
}

/** The same, to change it: one's own, or an administrator's to change. S-34: a super admin's only by a super admin. */
export async function accountToChange(db: Db, actor: Actor, id: UserId) {
  const account = await accountFor(db, actor, id);
  return found(account.id === actor.userId || mayAdminister(actor, account) ? account : null);
}

/** The same, to set its password as an administrator. */
export async function accountToSetPassword(db: Db, actor: Actor, id: UserId) {
  const account = await accountFor(db, actor, id);
  return found(maySetLogin(actor, account) ? account : null);
}

/** The same, and nobody else changes it until the work is done. */
export async function lockedAccount(work: Work, actor: Actor, id: UserId) {
  await work.db.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  return accountToChange(work.db, actor, id);
}

export type Account = Awaited<ReturnType<typeof accountFor>>;

/** Harvest centers and their staff: known by their company, and signed for by an attestation. */
export function isCenterOrStaff(account: Pick<Account, 'plan_id'>): boolean {
  return account.plan_id === 4 || account.plan_id === 9;
}
