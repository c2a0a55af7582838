import type { Plan } from '@vialkeep/contract/plans.ts';
import { administrators, only, ownOnly, type Policy, withTag1 } from '../../kernel/policy.ts';

/** C-23: centers, referral centers and staff keep addresses; a patient does once they may order vials. */
const centers: readonly Plan[] = [4, 5, 9];

const own = { ...only(centers, ownOnly), ...only([2], withTag1) };

export const locationsPolicy: Policy = {
  'locations.list': { ...own, ...only(administrators) },
  'locations.list_others': only(administrators),
  'locations.change': own,
};
