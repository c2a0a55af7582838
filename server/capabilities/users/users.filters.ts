import type { Received } from '@vialkeep/contract/kernel/route.ts';
import type { exportUsers } from '@vialkeep/contract/users.ts';
import type { UserFilters } from '../network/index.ts';

type UserListQuery = Received<typeof exportUsers>['query'];

/** Translates the query of a list of active users to the filters of the network. */
export function activeUserFilters({ search, subscription_type, tags, domain_id }: UserListQuery): UserFilters {
  return { isActive: true, search, plan: subscription_type, tag: tags, domainId: domain_id };
}
