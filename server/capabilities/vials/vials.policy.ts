import { only, ownOnly, ownPatients, type Policy } from '../../kernel/policy/policy.ts';

export const vialsPolicy: Policy = {
  'vials.read': {
    ...only([7, 10, 15]),
    ...only([1, 3, 4, 5, 6, 8, 11], ownPatients),
    ...only([2], ownOnly),
  },
  'vials.change': { ...only([7, 10, 15]), ...only([1], ownPatients) },
  'vials.delete_shipped': { ...only([7, 10]), ...only([1], ownPatients) },
};
