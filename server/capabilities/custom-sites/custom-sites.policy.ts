import { administrators, only, type Policy, type Rule } from '../../kernel/policy/policy.ts';

/** S-26: whoever administers one custom site does not make others. */
const onTheMainSite: Rule = { words: 'on the main site', admits: (actor) => actor.scope === 'platform' };

export const customSitesPolicy: Policy = {
  'custom_sites.manage': only(administrators, onTheMainSite),
};
