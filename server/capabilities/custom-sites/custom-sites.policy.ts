import { administrators, only, type Policy } from '../../kernel/policy/policy.ts';
import { onMainSite } from '../../kernel/policy/rules.ts';

export const customSitesPolicy: Policy = {
  // An administrator of a custom site cannot register other sites (S-26).
  'custom_sites.manage': only(administrators, onMainSite),
};
