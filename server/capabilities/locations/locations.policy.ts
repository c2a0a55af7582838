import type { Plan } from '@vialkeep/contract/plans.ts';
import { orderingPlans } from '@vialkeep/contract/products.ts';
import { administrators, only, ownOnly, type Policy, withTag1 } from '../../kernel/policy.ts';

/** C-23, C-11: centers, referral centers and staff keep addresses; all others do once they may order vials. */
const centers: readonly Plan[] = [4, 5, 9];

const own = { ...only(orderingPlans, withTag1), ...only(centers, ownOnly) };

export const locationsPolicy: Policy = {
  'locations.list': { ...own, ...only(administrators) },
  'locations.list_others': only(administrators),
  'locations.change': own,
};
