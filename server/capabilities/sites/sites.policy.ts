import { only, type Policy } from '../../kernel/policy/policy.ts';

export const sitesPolicy: Policy = {
  'sites.list': only([7, 10, 15]),
};
