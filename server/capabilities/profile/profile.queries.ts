import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { Placeholders } from '../../kernel/db/statement.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Access } from '../../kernel/policy/access.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { type AccountFacts, accountResource, type Viewer, viewerStatement, visibleTo } from '../network/index.ts';
import { mayAdminister, maySetLogin } from '../users/index.ts';

/** The account with this id, if the rule of the call allows it; 404 otherwise. */
export async function accountFor(access: Access, db: Db, id: UserId) {
  return authorizeRow(access, (await accounts(db, access.actor, { id }))[0]);
}

const accounts = viewerStatement((db, viewer, { id }: Placeholders<{ id: number }>) => accountRow(db, viewer, id));

function authorizeRow<Row extends AccountFacts>(access: Access, row: Row | undefined): Row {
  const account = orNotFound(row);
  access.authorize(accountResource(account));
  return account;
}

function accountRow(db: Db, actor: Viewer, id: number | RawBuilder<number>) {
  return (
    db
      .selectFrom('users')
      .selectAll()
      // An expired temporary password is not accepted.
      .select(sql<boolean>`coalesce(password_until > now(), true)`.as('password_serves'))
      .select((eb) => visibleTo(actor, id)(eb).$castTo<boolean>().as('is_visible'))
      .where('id', '=', id)
      .where('removed_at', 'is', null)
  );
}

/**
 * The same for a change: the actor's own account, or one that they administer. Only a super admin changes a super admin
 * (S-34).
 */
export async function accountToChange(access: Access, db: Db, id: UserId) {
  return requireChangeable(access.actor, await accountFor(access, db, id));
}

function requireChangeable(actor: Actor, account: Account): Account {
  return orNotFound(isChangeable(actor, account) ? account : null);
}

export function isChangeable(actor: Actor, account: Account): boolean {
  return account.id === actor.userId || mayAdminister(actor, account);
}

/** The same for an administrator who sets its password. */
export async function accountToSetPassword(access: Access, db: Db, id: UserId) {
  const account = await accountFor(access, db, id);
  return orNotFound(maySetLogin(access.actor, account) ? account : null);
}

/** Locks the account's row until the transaction ends and reads its latest version. */
export async function lockedAccount(work: Work, access: Access, id: UserId) {
  const { actor } = access;
  // Without this condition, a caller who does not see the account would wait for its lock before the refusal.
  const row = accountRow(work.db, actor, id).where(visibleTo(actor, id)).forNoKeyUpdate();
  return requireChangeable(actor, authorizeRow(access, await row.executeTakeFirst()));
}

export type Account = Awaited<ReturnType<typeof accountFor>>;

/** Harvest centers and their staff need a company and sign an attestation. */
export function isCenterOrStaff(account: Pick<Account, 'plan_id'>): boolean {
  return account.plan_id === Plan.harvestCenter || account.plan_id === Plan.staff;
}
