import { Plan } from '@vialkeep/contract/plans.ts';
import { listManagersOfDistributor, listRepsOfDistributor, listRepsOfManager } from '@vialkeep/contract/sales-teams.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { accountResource, authorizeAccountOf, loadAccount } from '../network/index.ts';
import { distributorsOf, membersOf, repsOfDistributor } from './sales-teams.queries.ts';

/** Readable by the manager, by the manager's distributor and by administrators (F052). */
export const listRepsOfManagerHandler = handle(listRepsOfManager, async ({ access, actor, db, params }) => {
  const account = await loadAccount(db, actor, params.id);
  const manager = orNotFound(account.plan_id === Plan.salesManager ? account : null);
  access.authorize({ ...accountResource(manager), distributorIds: await distributorsOf(db, manager.id) });
  return membersOf(db, 'manager', manager.id);
});

export const listManagersOfDistributorHandler = handle(listManagersOfDistributor, async ({ access, db, params }) => {
  const distributor = await authorizeAccountOf(access, db, params.id, Plan.salesDistributor);
  return membersOf(db, 'distributor', distributor.id);
});

/** The reps of all managers of the distributor (F129). */
export const listRepsOfDistributorHandler = handle(listRepsOfDistributor, async ({ access, db, params }) => {
  const distributor = await authorizeAccountOf(access, db, params.id, Plan.salesDistributor);
  return repsOfDistributor(db, distributor.id);
});
