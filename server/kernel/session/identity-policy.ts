import { Plan } from '@vialkeep/contract/plans.ts';
import type { Settings } from '../settings/settings.ts';

/** What a site asks of the people who log in. */
export type IdentityPolicy = {
  readonly second_factor_plans: readonly number[];
  /** Days until a missing second factor is required; administrators have none. */
  readonly grace_days: number;
  readonly step_up: boolean;
  readonly verify_email: boolean;
  readonly review_sign_ups: boolean;
  readonly acting_reason: 'optional' | 'required';
  readonly idle_minutes_staff: number;
  readonly idle_minutes_others: number;
  readonly new_device_letter: boolean;
};

/** The row of a site; null where it asks nothing beyond the installation. */
export type SitePolicy = { readonly [Field in keyof IdentityPolicy]: IdentityPolicy[Field] | null };

/** Idle minutes at which a policy leaves it to the end of the session. */
const NEVER_LOCKS = 720;

const documented: IdentityPolicy = {
  second_factor_plans: [],
  grace_days: 14,
  step_up: false,
  verify_email: false,
  review_sign_ups: false,
  acting_reason: 'optional',
  idle_minutes_staff: NEVER_LOCKS,
  idle_minutes_others: NEVER_LOCKS,
  new_device_letter: false,
};

const strict: IdentityPolicy = {
  second_factor_plans: [Plan.harvestCenter, Plan.admin, Plan.superAdmin, Plan.patientsList],
  grace_days: 14,
  step_up: true,
  verify_email: true,
  review_sign_ups: true,
  acting_reason: 'required',
  idle_minutes_staff: 30,
  idle_minutes_others: 120,
  new_device_letter: true,
};

const installationPolicies = { documented, strict };

export function installationPolicy({ identityPolicy }: Pick<Settings, 'identityPolicy'>): IdentityPolicy {
  return installationPolicies[identityPolicy];
}

/** The policy of the installation, made stricter by the row of the site. A row can never make it looser. */
export function policyOfSite(settings: Pick<Settings, 'identityPolicy'>, site: SitePolicy | null): IdentityPolicy {
  const base = installationPolicy(settings);
  if (!site) return base;
  return {
    second_factor_plans: [...new Set([...base.second_factor_plans, ...(site.second_factor_plans ?? [])])],
    grace_days: Math.min(base.grace_days, site.grace_days ?? base.grace_days),
    step_up: base.step_up || site.step_up === true,
    verify_email: base.verify_email || site.verify_email === true,
    review_sign_ups: base.review_sign_ups || site.review_sign_ups === true,
    acting_reason: site.acting_reason === 'required' ? 'required' : base.acting_reason,
    idle_minutes_staff: Math.min(base.idle_minutes_staff, site.idle_minutes_staff ?? base.idle_minutes_staff),
    idle_minutes_others: Math.min(base.idle_minutes_others, site.idle_minutes_others ?? base.idle_minutes_others),
    new_device_letter: base.new_device_letter || site.new_device_letter === true,
  };
}

/** The plans that see the data of many people: their sessions lock sooner. */
const staffPlans: readonly Plan[] = [
  Plan.lab,
  Plan.harvestCenter,
  Plan.referralCenter,
  Plan.admin,
  Plan.staff,
  Plan.superAdmin,
  Plan.patientsList,
];

/** Minutes without a call after which a session locks; null where it only ends, as SESSION_IDLE_HOURS says. */
export function lockMinutesOf(policy: IdentityPolicy, plan: Plan): number | null {
  const minutes = staffPlans.includes(plan) ? policy.idle_minutes_staff : policy.idle_minutes_others;
  return minutes < NEVER_LOCKS ? minutes : null;
}

/** Administrators have no days of grace: their account opens every other. */
export function graceDaysOf(policy: IdentityPolicy, plan: Plan): number {
  return plan === Plan.admin || plan === Plan.superAdmin ? 0 : policy.grace_days;
}
