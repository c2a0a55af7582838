import { keyHolders } from '@vialkeep/contract/api-keys.ts';
import { administrators, only, type Policy } from '../../kernel/policy/policy.ts';
import { notWhileActing, ownNotActing } from '../../kernel/policy/rules.ts';

export const webhooksPolicy: Policy = {
  // Administrators also see, disable and delete the endpoints of others on their sites.
  'webhooks.manage': { ...only(keyHolders, ownNotActing), ...only(administrators, notWhileActing) },
  'events.read': only(keyHolders, notWhileActing),
};
