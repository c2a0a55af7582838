import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { KnownUser } from '@vialkeep/contract/session.ts';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { presentPerson } from './network.present.ts';
import { findPerson } from './network.queries.ts';

export { accountResource, authorizeAccount, authorizeAccountOf } from './authorize-account.ts';
export {
  endAllOf,
  endAllOfMany,
  endBetween,
  endInvalidRelations,
  hasDependents,
  type RelationChanges,
  type Subject,
} from './end-relations.ts';
export { optionsOf } from './list-user-options.ts';
export { canImpersonate } from './network.policy.ts';
export { type AccountFacts, likePattern, loadAccount, visibleUser } from './network.queries.ts';
export { withNetworkNames } from './network-names.ts';
export {
  approveRelations,
  endRelations,
  insertRelations,
  insertRelationsWithIds,
  openRelations,
  relationsWithHistory,
} from './open-relations.ts';
export { replaceRelations } from './relate.ts';
export { objectsOf, type RelatedTree, type RelationEnd, relatedUsersOf, staffOf } from './related-users.ts';
export { requestRelation } from './request-relation.ts';
export {
  activeRep,
  noChain,
  type SalesChain,
  salesChainAbove,
  salesChainOf,
  salesChainsOf,
  salesChainThrough,
  salesRepsOf,
} from './sales-chain.ts';
export { usersWith } from './search-users.queries.ts';
export { type UserFilters, userPage, usersMatching } from './user-pages.ts';
export { verifyUserBlocks } from './verify-user-bitmaps.ts';
export { viewerStatement } from './viewer-statement.ts';
export { isPatientIdentityHidden, subjectsOf, type Viewer, visibleTo } from './visibility.ts';

/** A user with their relations; null where the connection's scope has no such row. */
export async function userFor(db: Db, id: UserId): Promise<z.input<typeof KnownUser> | null> {
  const row = await findPerson(db, id);
  return row ? presentPerson(row) : null;
}
