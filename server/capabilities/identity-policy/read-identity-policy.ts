import { readIdentityPolicy } from '@vialkeep/contract/identity-policy.ts';
import { handle } from '../../kernel/http/handle.ts';
import { requireOwnSite } from '../../kernel/session/own-site.ts';
import { presentPolicies } from './present-policies.ts';

export const readIdentityPolicyHandler = handle(readIdentityPolicy, async ({ actor, db, params, services }) => {
  const site = await requireOwnSite(services, actor, params.domain_id);
  return presentPolicies(db, services, site);
});
