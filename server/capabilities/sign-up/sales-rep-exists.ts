import { Plan } from '@vialkeep/contract/plans.ts';
import { salesRepExists } from '@vialkeep/contract/sign-up.ts';
import { handlePublic } from '../../kernel/http/handle.ts';
import { salesChainAbove } from '../network/index.ts';
import { countLookup, findInviter } from './referrers.ts';

/** A checkout calls it with a session, a sign-up page without one (F108, S-11). */
export const salesRepExistsHandler = handlePublic(salesRepExists, async ({ params, request, services, actorIfAny }) => {
  await countLookup(services, request);
  const caller = await actorIfAny();
  // A locked session shows no more than a caller without one sees.
  const actor = caller?.identity.isLocked ? null : caller;
  // A buyer's rep belongs to the buyer's own site, whichever host the buyer is logged in on.
  const siteId = actor?.domainId ?? request.site.id;
  const db = services.store.read(siteId);
  const rep = await findInviter(db, { id: siteId }, Plan.salesRep, params.id);
  if (!rep || !actor) return { exists: rep !== undefined };
  const { managerId, distributorId } = await salesChainAbove(db, actor, params.id);
  return { exists: true, data: { sales_manager_id: managerId, sales_distributor_id: distributorId } };
});
