import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { visibleTo } from '../network/index.ts';
import { mayAdminister, maySetLogin } from '../users/index.ts';

/** The account a call is about, if this actor can see it. */
export async function accountFor(db: Db, actor: Actor, id: UserId) {
  return orNotFound(await accountRow(db, actor, id).executeTakeFirst());
}

function accountRow(db: Db, actor: Actor, id: UserId) {
  return (
    db
      .selectFrom('users')
      .selectAll()
      // A temporary password is worth nothing after its time.
      .select(sql<boolean>`coalesce(password_until > now(), true)`.as('password_serves'))
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .where(visibleTo(actor, id))
  );
}

/** The same, to change it: one's own, or an administrator's to change. S-34: a super admin's only by a super admin. */
export async function accountToChange(db: Db, actor: Actor, id: UserId) {
  return requireChangeable(actor, await accountFor(db, actor, id));
}

function requireChangeable(actor: Actor, account: Account): Account {
  return orNotFound(account.id === actor.userId || mayAdminister(actor, account) ? account : null);
}

/** The same, to set its password as an administrator. */
export async function accountToSetPassword(db: Db, actor: Actor, id: UserId) {
  const account = await accountFor(db, actor, id);
  return orNotFound(maySetLogin(actor, account) ? account : null);
}

/** Locks the row of the account to change until the transaction ends; the row read is the newest one. */
export async function lockedAccount(work: Work, actor: Actor, id: UserId) {
  return requireChangeable(actor, orNotFound(await accountRow(work.db, actor, id).forNoKeyUpdate().executeTakeFirst()));
}

export type Account = Awaited<ReturnType<typeof accountFor>>;

/** Harvest centers and their staff: known by their company, and signed for by an attestation. */
export function isCenterOrStaff(account: Pick<Account, 'plan_id'>): boolean {
  return account.plan_id === Plan.harvestCenter || account.plan_id === Plan.staff;
}
