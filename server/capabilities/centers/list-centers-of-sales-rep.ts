import { listCentersOfSalesRep, listReferralCentersOfSalesRep } from '@vialkeep/contract/centers.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { authorizeAccountOf, subjectsOf } from '../network/index.ts';
import { activeOfPlan, listedColumns } from './centers.queries.ts';

export const listCentersOfSalesRepHandler = handle(listCentersOfSalesRep, clinicsOfPlan(Plan.harvestCenter));
export const listReferralCentersOfSalesRepHandler = handle(
  listReferralCentersOfSalesRep,
  clinicsOfPlan(Plan.referralCenter),
);

function clinicsOfPlan(plan: Plan) {
  return async ({ access, actor, db, params }: Call<typeof listCentersOfSalesRep>) => {
    const rep = await authorizeAccountOf(access, db, params.id, Plan.salesRep);
    return activeOfPlan(db, actor, plan)
      .select(listedColumns)
      .where((eb) => eb('users.id', 'in', subjectsOf(eb, 'rep', rep.id)))
      .execute();
  };
}
