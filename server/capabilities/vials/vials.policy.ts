import { only, ownOnly, ownPatients, type Policy } from '../../kernel/policy.ts';

export const vialsPolicy: Policy = {
  'vials.read': { ...only([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15]), ...only([2], ownOnly) },
  'vials.change': { ...only([7, 10, 15]), ...only([1], ownPatients) },
  'vials.delete_shipped': { ...only([7, 10]), ...only([1], ownPatients) },
};
