import { listUsersByMembership, MOST_OPTIONS } from '@vialkeep/contract/network.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { call } from '../../kernel/api/api.ts';
import type { EntitySource } from '../../ui/form/state/use-entity-list.ts';

/** The plans with a seat in a sale. */
const payeePlans: readonly Plan[] = [Plan.salesRep, Plan.salesManager, Plan.salesDistributor, Plan.salesAffiliate];

/** The people with a seat in sales as options: of one site, or of all visible sites. */
export function payeesOf(domainId: number | null, plans: readonly Plan[] = payeePlans): EntitySource {
  return {
    search: {
      name: `plans ${plans.join()} of site ${domainId ?? 'any'}`,
      ask: async (search, signal) => {
        const site = domainId === null ? {} : { domain_id: String(domainId) };
        const lists = await Promise.all(
          plans.map((plan) =>
            call(listUsersByMembership, { query: { membership: String(plan), search, ...site }, signal }),
          ),
        );
        const options = lists
          .flat()
          .map(({ id, first_name, last_name, company }) => ({ id, first_name, last_name, company }));
        return { options, more: lists.some((list) => list.length >= MOST_OPTIONS) };
      },
    },
  };
}
