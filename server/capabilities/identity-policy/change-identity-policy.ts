import { changeIdentityPolicy, type IdentityPolicyFields } from '@vialkeep/contract/identity-policy.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { changesBetween } from '../../kernel/audit/audit-changes.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { type IdentityPolicy, installationPolicy } from '../../kernel/session/identity-policy.ts';
import { requireOwnSite } from '../../kernel/session/own-site.ts';
import { readSitePolicy } from '../../kernel/session/site-policy.ts';
import { presentPolicies } from './present-policies.ts';
import { saveSitePolicy } from './save-site-policy.ts';

/** Counts from the next call of every person of the site. Fields that are left out stay as they are. */
export const changeIdentityPolicyHandler = handle(changeIdentityPolicy, async (call) => {
  const { actor, body, params, services, write } = call;
  const site = await requireOwnSite(services, actor, params.domain_id);
  const looser = looserFields(installationPolicy(services.settings), body);
  if (looser.length > 0) throw refuseBy(changeIdentityPolicy, 'looser_than_installation', { fields: looser });
  return write(async (work) => {
    const before = await readSitePolicy(work.db, services.settings, site.id);
    await saveSitePolicy(work, site.id, body);
    await audit(work, {
      domainId: site.id,
      action: 'identity.change_policy',
      subject: 'domain',
      subjectId: site.id,
      changes: changesBetween(before, body),
    });
    const policies = await presentPolicies(work.db, services, site);
    return { success: true as const, message: 'The policy has been saved.', ...policies };
  });
});

type Fields = Partial<IdentityPolicyFields>;

/** How each field can be looser than the installation asks. */
const isLooser: {
  [Field in keyof IdentityPolicyFields]: (base: IdentityPolicy, to: IdentityPolicyFields[Field]) => boolean;
} = {
  second_factor_plans: (base, to) => base.second_factor_plans.some((plan) => !to.some((one) => one === plan)),
  grace_days: (base, to) => to > base.grace_days,
  step_up: (base, to) => base.step_up && !to,
  verify_email: (base, to) => base.verify_email && !to,
  review_sign_ups: (base, to) => base.review_sign_ups && !to,
  acting_reason: (base, to) => base.acting_reason === 'required' && to === 'optional',
  idle_minutes_staff: (base, to) => to > base.idle_minutes_staff,
  idle_minutes_others: (base, to) => to > base.idle_minutes_others,
  new_device_letter: (base, to) => base.new_device_letter && !to,
};

function looserFields(base: IdentityPolicy, body: Fields): string[] {
  const check = <Field extends keyof IdentityPolicyFields>(field: Field): boolean => {
    const value = body[field];
    return value !== undefined && isLooser[field](base, value);
  };
  // @NOTE the keys of the table are the fields of the policy.
  return (Object.keys(isLooser) as (keyof IdentityPolicyFields)[]).filter((field) => check(field));
}
