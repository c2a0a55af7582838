import { only, ownOnly, ownPatients, type Policy } from '../../kernel/policy/policy.ts';

export const custodyPolicy: Policy = {
  'custody.read': {
    ...only([7, 10, 15]),
    ...only([1, 3, 4, 5, 6, 8, 11], ownPatients),
    ...only([2], ownOnly),
  },
  // Only the parties that store the sample, and administrators, read the notes about it.
  'custody.read_notes': only([1, 7, 10, 15]),
};
