import type { IdentityPolicyFields } from '@vialkeep/contract/identity-policy.ts';
import { plans } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { refuse } from '../../kernel/http/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { type IdentityPolicy, installationPolicy } from '../../kernel/session/identity-policy.ts';
import { readSitePolicy } from '../../kernel/session/site-policy.ts';

/** The site, if it is the actor's; 404 for others and for one that does not exist. */
export async function requireOwnSite({ domains }: Services, actor: Actor, id: number): Promise<Domain> {
  const site = (await domains.all()).find((domain) => domain.id === id);
  if (!site || (actor.scope !== 'platform' && actor.scope !== site.id)) throw refuse('not_found');
  return site;
}

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
