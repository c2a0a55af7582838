import { administrators, only, type Policy, type Rule } from '../../kernel/policy/policy.ts';

/** An administrator of a custom site cannot register other sites (S-26). */
const onTheMainSite: Rule = { words: 'on the main site', admits: (actor) => actor.scope === 'platform' };

export const customSitesPolicy: Policy = {
  'custom_sites.manage': only(administrators, onTheMainSite),
};
