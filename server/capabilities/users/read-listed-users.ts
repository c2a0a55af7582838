import type { ListedUser } from '@vialkeep/contract/users.ts';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import type { Services } from '../../kernel/services.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { installationPolicy } from '../../kernel/session/identity-policy.ts';
import { isPlanReviewed } from '../../kernel/session/review.ts';
import { noPaymentProfiles, paymentProfilesOfUsers } from '../cards/index.ts';
import { documentsOf } from '../documents/index.ts';
import { noChain, relatedUsersOf, salesChainsOf, staffOf } from '../network/index.ts';
import { processingOf } from '../patients/index.ts';
import { vialCounts } from '../vials/index.ts';
import { presentListedUser } from './users.present.ts';
import { findListed } from './users.queries.ts';

/** These users with all columns of a list, newest first, in a fixed number of statements. */
export async function readListedUsers(
  db: Db,
  services: Pick<Services, 'payments' | 'settings'>,
  actor: Actor,
  ids: readonly number[],
): Promise<z.input<typeof ListedUser>[]> {
  if (ids.length === 0) return [];
  const reviewsEverySite = installationPolicy(services.settings).review_sign_ups;
  const [rows, related, chains, processing, vials, documents, staff, profiles] = await Promise.all([
    findListed(db, actor, ids),
    relatedUsersOf(db, ids),
    salesChainsOf(db, ids),
    processingOf(db, ids),
    vialCounts(db, ids),
    documentsOf(db, ids),
    staffOf(db, ids),
    paymentProfilesOfUsers(db, services, ids),
  ]);
  return rows.map((row) =>
    presentListedUser(actor, {
      row,
      awaitsReview: row.is_unreviewed && isPlanReviewed(row.plan_id) && (reviewsEverySite || row.site_reviews === true),
      related: related.get(row.id) ?? [],
      chain: chains.get(row.id) ?? noChain,
      processing: processing.get(row.id),
      vials: vials.get(row.id),
      documents: documents.get(row.id) ?? [],
      staff: staff.get(row.id) ?? [],
      profiles: profiles.get(row.id) ?? noPaymentProfiles,
    }),
  );
}
