import { always, only, ownOnly, type Policy, type Rule } from '../../kernel/policy.ts';

const ownPatients: Rule = { ...always, words: 'own patients' };

export const vialsPolicy: Policy = {
  'vials.read': { ...only([1, 3, 4, 5, 6, 7, 8, 9, 10, 15]), ...only([2], ownOnly) },
  'vials.change': { ...only([7, 10, 15]), ...only([1], ownPatients) },
  'vials.delete_shipped': { ...only([7, 10]), ...only([1], ownPatients) },
};
