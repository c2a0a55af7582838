import { only, ownOnly, ownPatients, type Policy } from '../../kernel/policy/policy.ts';

export const custodyPolicy: Policy = {
  'custody.read': {
    ...only([7, 10, 15]),
    ...only([1, 3, 4, 5, 6, 8, 11], ownPatients),
    ...only([2], ownOnly),
  },
  // What people wrote to each other about a sample is for those who keep it.
  'custody.read_notes': only([1, 7, 10, 15]),
};
