import { Plan } from '@vialkeep/contract/plans.ts';
import { listManagersOfDistributor, listRepsOfDistributor, listRepsOfManager } from '@vialkeep/contract/sales-teams.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { ownOrAdministered, visibleUser } from '../network/index.ts';
import { membersOf, repsOfDistributor } from './sales-teams.queries.ts';

/** Readable by the manager, by the manager's distributor and by administrators (F052). */
export const listRepsOfManagerHandler = handle(listRepsOfManager, async ({ actor, db, params }) => {
  const user = await visibleUser(db, actor, params.id);
  orNotFound(user.plan_id === Plan.salesManager ? user : null);
  return membersOf(db, 'manager', user.id);
});

export const listManagersOfDistributorHandler = handle(listManagersOfDistributor, async ({ actor, db, params }) => {
  const distributor = await ownOrAdministered(db, actor, params.id, Plan.salesDistributor);
  return membersOf(db, 'distributor', distributor.id);
});

/** The reps of all managers of the distributor (F129). */
export const listRepsOfDistributorHandler = handle(listRepsOfDistributor, async ({ actor, db, params }) => {
  const distributor = await ownOrAdministered(db, actor, params.id, Plan.salesDistributor);
  return repsOfDistributor(db, distributor.id);
});
