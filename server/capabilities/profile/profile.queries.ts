import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { visibleTo } from '../network/index.ts';
import { mayAdminister, maySetLogin } from '../users/index.ts';

/** The account with this id, if the actor can see it. */
export async function accountFor(db: Db, actor: Actor, id: UserId) {
  return orNotFound(await accountRow(db, actor, id).executeTakeFirst());
}

function accountRow(db: Db, actor: Actor, id: UserId) {
  return (
    db
      .selectFrom('users')
      .selectAll()
      // An expired temporary password is not accepted.
      .select(sql<boolean>`coalesce(password_until > now(), true)`.as('password_serves'))
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .where(visibleTo(actor, id))
  );
}

/**
 * The same for a change: the actor's own account, or one that they administer. Only a super admin changes a super admin
 * (S-34).
 */
export async function accountToChange(db: Db, actor: Actor, id: UserId) {
  return requireChangeable(actor, await accountFor(db, actor, id));
}

function requireChangeable(actor: Actor, account: Account): Account {
  return orNotFound(account.id === actor.userId || mayAdminister(actor, account) ? account : null);
}

/** The same for an administrator who sets its password. */
export async function accountToSetPassword(db: Db, actor: Actor, id: UserId) {
  const account = await accountFor(db, actor, id);
  return orNotFound(maySetLogin(actor, account) ? account : null);
}

/** Locks the account's row until the transaction ends and reads its latest version. */
export async function lockedAccount(work: Work, actor: Actor, id: UserId) {
  return requireChangeable(actor, orNotFound(await accountRow(work.db, actor, id).forNoKeyUpdate().executeTakeFirst()));
}

export type Account = Awaited<ReturnType<typeof accountFor>>;

/** Harvest centers and their staff need a company and sign an attestation. */
export function isCenterOrStaff(account: Pick<Account, 'plan_id'>): boolean {
  return account.plan_id === Plan.harvestCenter || account.plan_id === Plan.staff;
}
