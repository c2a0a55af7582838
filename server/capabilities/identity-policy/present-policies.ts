import type { IdentityPolicyFields } from '@vialkeep/contract/identity-policy.ts';
import { plans } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import type { Services } from '../../kernel/services.ts';
import { type IdentityPolicy, installationPolicy } from '../../kernel/session/identity-policy.ts';
import { readSitePolicy } from '../../kernel/session/site-policy.ts';

export async function presentPolicies(db: Db, { settings }: Services, site: Domain) {
  return {
    domain: { id: site.id, name: site.name },
    installation: presentPolicy(installationPolicy(settings)),
    policy: presentPolicy(await readSitePolicy(db, settings, site.id)),
  };
}

function presentPolicy(policy: IdentityPolicy): IdentityPolicyFields {
  return { ...policy, second_factor_plans: plans.filter((plan) => policy.second_factor_plans.includes(plan)) };
}
