import { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Access } from '../../kernel/policy/access.ts';
import type { Resource } from '../../kernel/policy/rules.ts';
import { type AccountFacts, loadAccount } from './network.queries.ts';

/** The account with this id, if the rule of the call, or of a finer action, allows it; 404 otherwise. */
export async function authorizeAccount(access: Access, db: Db, id: number, action?: string) {
  const account = await loadAccount(db, access.actor, id);
  access.authorize(accountResource(account), action);
  return account;
}

/** The same for an account of one of these plans. */
export async function authorizeAccountOf<P extends Plan>(access: Access, db: Db, id: number, ...plans: P[]) {
  const account = await loadAccount(db, access.actor, id);
  const plan = orNotFound(plans.find((one) => one === account.plan_id));
  access.authorize(accountResource(account));
  return { ...account, plan };
}

export function accountResource({ id, domain_id, plan_id, is_visible }: AccountFacts): Resource {
  return {
    domainId: domain_id,
    ownerIds: [id],
    isPatient: plan_id === Plan.generalMember,
    isVisible: is_visible,
  };
}
