import { administrators, everyone, only, type Policy } from '../../kernel/policy/policy.ts';

export const productsPolicy: Policy = {
  'products.read': everyone(),
  'products.choose': only(administrators),
};
