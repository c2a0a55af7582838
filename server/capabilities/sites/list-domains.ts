import { listDomains } from '@vialkeep/contract/sites.ts';
import { handle } from '../../kernel/http/handle.ts';

/** An administrator of one site gets only that site (S-31). */
export const listDomainsHandler = handle(listDomains, async ({ actor, services }) => {
  const domains = await services.domains.all();
  return domains
    .filter((domain) => actor.scope === 'platform' || domain.id === actor.domainId)
    .map((domain) => ({ value: domain.id, label: domain.name, name: domain.name }));
});
