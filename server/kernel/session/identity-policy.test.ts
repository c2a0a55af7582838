import { Plan, plans } from '@vialkeep/contract/plans.ts';
import { describe, expect, test } from 'vitest';
import { graceDaysOf, installationPolicy, lockMinutesOf, policyOfSite, type SitePolicy } from './identity-policy.ts';

const nothing: SitePolicy = {
  second_factor_plans: null,
  grace_days: null,
  step_up: null,
  verify_email: null,
  review_sign_ups: null,
  acting_reason: null,
  idle_minutes_staff: null,
  idle_minutes_others: null,
  new_device_letter: null,
};

const loose: SitePolicy = {
  second_factor_plans: [],
  grace_days: 365,
  step_up: false,
  verify_email: false,
  review_sign_ups: false,
  acting_reason: 'optional',
  idle_minutes_staff: 720,
  idle_minutes_others: 720,
  new_device_letter: false,
};

describe('The identity policy of a site', () => {
  test.each(['documented', 'strict'] as const)(
    'a site without a row, with an empty row or with the loosest row has the %s policy of the installation',
    (identityPolicy) => {
      const base = installationPolicy({ identityPolicy });
      for (const site of [null, nothing, loose]) expect(policyOfSite({ identityPolicy }, site)).toEqual(base);
    },
  );

  test('a site can ask for more than the installation', () => {
    const site: SitePolicy = {
      second_factor_plans: [Plan.lab],
      grace_days: 3,
      step_up: true,
      verify_email: true,
      review_sign_ups: true,
      acting_reason: 'required',
      idle_minutes_staff: 5,
      idle_minutes_others: 10,
      new_device_letter: true,
    };
    expect(policyOfSite({ identityPolicy: 'documented' }, site)).toEqual(site);
    expect(policyOfSite({ identityPolicy: 'strict' }, site)).toEqual({
      ...site,
      second_factor_plans: [Plan.harvestCenter, Plan.admin, Plan.superAdmin, Plan.patientsList, Plan.lab],
    });
  });

  test('administrators have no days of grace, and every other plan has those of the policy', () => {
    const policy = installationPolicy({ identityPolicy: 'strict' });
    expect(plans.filter((plan) => graceDaysOf(policy, plan) === 0)).toEqual([Plan.admin, Plan.superAdmin]);
    expect(graceDaysOf(policy, Plan.harvestCenter)).toBe(14);
  });

  test('under the documented policy no session locks, and under the strict one those of staff lock first', () => {
    const [documented, strict] = [
      installationPolicy({ identityPolicy: 'documented' }),
      installationPolicy({ identityPolicy: 'strict' }),
    ];
    expect(plans.filter((plan) => lockMinutesOf(documented, plan) !== null)).toEqual([]);
    expect(plans.filter((plan) => lockMinutesOf(strict, plan) === 30)).toEqual([1, 4, 5, 7, 9, 10, 15]);
    expect(lockMinutesOf(strict, Plan.generalMember)).toBe(120);
  });
});
