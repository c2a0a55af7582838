import type { Plan } from '@vialkeep/contract/plans.ts';
import { readSalesChain } from '@vialkeep/contract/users.ts';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { salesChainThrough, visibleUser } from '../network/index.ts';

export const readSalesChainHandler = handle(readSalesChain, async ({ actor, db, params, query }) => {
  const user = await visibleUser(db, actor, params.id);
  const center = await clinicOf(db, actor, query.harvest_center, 4);
  const referralCenter = await clinicOf(db, actor, query.referral_harvest_center, 5);
  return salesChainThrough(db, user.id, center ?? referralCenter);
});

async function clinicOf(
  db: Db,
  actor: Actor,
  id: number | undefined,
  plan: typeof Plan.harvestCenter | typeof Plan.referralCenter,
): Promise<number | null> {
  if (id === undefined) return null;
  const clinic = await visibleUser(db, actor, id);
  return orNotFound(clinic.plan_id === plan ? clinic : null).id;
}
