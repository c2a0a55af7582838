import { only, ownOnly, type Policy } from '../../kernel/policy.ts';

export const custodyPolicy: Policy = {
  'custody.read': { ...only([1, 3, 4, 5, 6, 7, 8, 10, 11, 15]), ...only([2], ownOnly) },
  // What people wrote to each other about a sample is for those who keep it.
  'custody.read_notes': only([1, 7, 10, 15]),
};
