import { keyHolders } from '@vialkeep/contract/api-keys.ts';
import { administrators, only, type Policy } from '../../kernel/policy/policy.ts';
import { notWhileActing, ownNotActing } from '../../kernel/policy/rules.ts';

export const apiKeysPolicy: Policy = {
  // Administrators also see and revoke the keys of others on their sites.
  'api_keys.manage': { ...only(keyHolders, ownNotActing), ...only(administrators, notWhileActing) },
};
