import { listUsersByMembership, MOST_OPTIONS } from '@vialkeep/contract/network.ts';
import type { Plan } from '@vialkeep/contract/plans.ts';
import { call } from '../../kernel/api/api.ts';
import type { EntitySource } from '../../ui/form/state/use-entity-list.ts';

/** The users of a plan as options: of one site, or of all visible sites. */
export function peopleOf(plan: Plan, domainId?: number | null): EntitySource {
  const site = domainId ?? null;
  return {
    search: {
      name: `plan ${plan} of site ${site ?? 'any'}`,
      ask: async (search, signal) => {
        const query = { membership: String(plan), search, ...(site === null ? {} : { domain_id: String(site) }) };
        const found = await call(listUsersByMembership, { query, signal });
        const options = found.map(({ id, first_name, last_name, company }) => ({ id, first_name, last_name, company }));
        return { options, more: found.length >= MOST_OPTIONS };
      },
    },
  };
}
