import { Plan, plans } from '@vialkeep/contract/plans.ts';
import type { UserDetails } from '@vialkeep/contract/users.ts';
import { administrators } from '../../kernel/policy/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { canImpersonate } from '../network/index.ts';

/** The user whom an administrator acts on; the caller has checked that the actor can see them. */
export type Administered = {
  readonly id: number;
  readonly domain_id: number;
  readonly plan_id: Plan;
  readonly is_active: boolean;
};

/** Only a super admin changes a super admin (S-34). */
export function mayAdminister(actor: Actor, user: Pick<Administered, 'plan_id'>): boolean {
  return administrators.includes(actor.plan) && (user.plan_id !== Plan.superAdmin || actor.plan === Plan.superAdmin);
}

/**
 * True where the actor can set the password, email and state of this account. As for impersonation, only a super admin
 * can for an admin, and no other user for a super admin. The check uses the account's own site.
 */
export function maySetLogin(actor: Actor, user: Pick<Administered, 'id' | 'domain_id' | 'plan_id'>): boolean {
  const target = { id: user.id, plan: user.plan_id, domainId: user.domain_id };
  return administrators.includes(actor.plan) && canImpersonate(actor, target);
}

/** The actions of this administrator on this user, for screens that show only possible ones. */
export function allowedUserActions(actor: Actor, user: Administered): UserDetails['may'] {
  const isThemself = user.id === actor.userId;
  const setsLogin = maySetLogin(actor, user);
  const may: UserDetails['may'] = [];
  if (mayAdminister(actor, user)) {
    may.push('edit');
    if (setsLogin && user.is_active) may.push('deactivate');
    if ((setsLogin || isThemself) && !user.is_active) may.push('activate', 'delete');
    if (setsLogin && !actor.acting) may.push('change_password');
  }
  if (setsLogin && !actor.acting) may.push('login_as');
  return may;
}

/**
 * The plans that this administrator can give this user, including the present one. Administrators cannot change their
 * own plan; a super admin gives 10 and 15, and a super admin or an admin of the main site gives 7. Only a super admin
 * takes 7 away, because an admin could then set the password of a colleague who is no longer protected (S-34).
 */
export function assignablePlans(actor: Actor, user: Pick<Administered, 'id' | 'plan_id'>): Plan[] {
  if (user.id === actor.userId || !mayAdminister(actor, user)) return [user.plan_id];
  if (user.plan_id === Plan.admin && actor.plan !== Plan.superAdmin) return [user.plan_id];
  return plans.filter(
    (plan) => plan === user.plan_id || actor.plan === Plan.superAdmin || isAnAdminsToGive(actor, plan),
  );
}

function isAnAdminsToGive(actor: Actor, plan: Plan): boolean {
  if (plan === Plan.superAdmin || plan === Plan.patientsList) return false;
  return plan !== Plan.admin || actor.scope === 'platform';
}
