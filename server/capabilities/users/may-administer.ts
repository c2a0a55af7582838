import { Plan, plans } from '@vialkeep/contract/plans.ts';
import type { UserDetails } from '@vialkeep/contract/users.ts';
import { administrators } from '../../kernel/policy/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { canImpersonate } from '../network/index.ts';

/** The user an administrator has before them. That they can see them is asked elsewhere. */
export type Administered = {
  readonly id: number;
  readonly domain_id: number;
  readonly plan_id: Plan;
  readonly is_active: boolean;
};

/** S-34: only a super admin changes a super admin. */
export function mayAdminister(actor: Actor, user: Pick<Administered, 'plan_id'>): boolean {
  return administrators.includes(actor.plan) && (user.plan_id !== Plan.superAdmin || actor.plan === Plan.superAdmin);
}

/**
 * Who sets another person's password, e-mail and state: as for login-as, an admin's only a super admin and a super
 * admin's no other person. Both are asked of the account's own site.
 */
export function maySetLogin(actor: Actor, user: Pick<Administered, 'id' | 'domain_id' | 'plan_id'>): boolean {
  const target = { id: user.id, plan: user.plan_id, domainId: user.domain_id };
  return administrators.includes(actor.plan) && canImpersonate(actor, target);
}

/** What this administrator may do with this user, for screens that show only what is possible. */
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
 * S-34: the memberships this administrator may give this user, the present one among them. Nobody gives themself
 * another; 10 and 15 are given by a super admin, 7 by one or by an admin of the main site. Only a super admin takes 7
 * away: an admin who could would then set the password of a colleague who is protected no longer.
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
