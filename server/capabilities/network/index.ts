import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { KnownUser } from '@vialkeep/contract/session.ts';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { presentPerson } from './network.present.ts';
import { findPerson } from './network.queries.ts';

export { bumpVersion as claimVersion } from './claim-version.ts';
export { endAllOf, endBetween, endInvalidRelations as endUnfitting, hasDependents, type RelationChanges as Related, type Subject } from './end-relations.ts';
export { optionsOf } from './list-user-options.ts';
export { canImpersonate as mayBeActedFor } from './network.policy.ts';
export { likePattern as containing, visibleUser } from './network.queries.ts';
export { ownOrAdministered } from './own-or-administered.ts';
export { replaceRelations as setRelated } from './relate.ts';
export { type Depth, type RelatedTree, relatedUsersOf, objectsOf as relativesOf, staffOf } from './related-users.ts';
export { requestRelation as requestRelated } from './request-relation.ts';
export {
  salesChainAbove as aboveSalesRep,
  activeRep,
  noChain,
  type SalesChain,
  salesChainOf,
  salesChainsOf,
  salesChainThrough,
} from './sales-chain.ts';
export { type UserFilters, userBatches, userPage } from './user-pages.ts';
export { verifyUserBlocks } from './verify-user-blocks.ts';
export { isPatientIdentityHidden as seesNoPatientNames, visibleTo, subjectsOf as whose } from './who-sees-whom.ts';

/** A user with whom they belong to, or nothing where the connection's scope has no such row. */
export async function userFor(db: Db, id: UserId): Promise<z.input<typeof KnownUser> | null> {
  const row = await findPerson(db, id);
  return row ? presentPerson(row) : null;
}
