import { listCentersOfLab } from '@vialkeep/contract/centers.ts';
import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { authorizeAccountOf, subjectsOf } from '../network/index.ts';
import { activeOfPlan, listedColumns } from './centers.queries.ts';

/**
 * A lab and administrators see all centers of the lab; a center sees itself and an affiliate its related centers, if
 * they belong to the lab. An unknown lab gives those two an empty list, so that they cannot find out which labs exist
 * (S-09).
 */
export const listCentersOfLabHandler = handle(listCentersOfLab, async ({ access, actor, db, params }) => {
  const isGuest = actor.plan === Plan.harvestCenter || actor.plan === Plan.salesAffiliate;
  if (!isGuest) await authorizeAccountOf(access, db, params.id, Plan.lab);
  return activeOfPlan(db, actor, Plan.harvestCenter)
    .$if(isGuest, (centers) => centers.where(access.listFilter().where))
    .leftJoin(patientsByCenter(db, params.id), 'counted.center_id', 'users.id')
    .select(listedColumns)
    .select((eb) => eb.fn.coalesce('counted.patients', eb.lit(0)).as('patients'))
    .where((eb) =>
      eb.or([eb('users.id', 'in', subjectsOf(eb, 'lab', params.id)), eb('counted.center_id', 'is not', null)]),
    )
    .execute();
});

/** Counts the lab's patients of each center in one statement, because a lab has thousands. */
function patientsByCenter(db: Db, labId: UserId) {
  return db
    .selectFrom('active_relations as here')
    .innerJoin('account_names as patient', 'patient.id', 'here.subject_id')
    .select((eb) => ['here.object_id as center_id', eb.fn.countAll<number>().as('patients')])
    .where('here.kind', '=', 'center')
    .where((eb) => eb('here.subject_id', 'in', subjectsOf(eb, 'lab', labId)))
    .groupBy('here.object_id')
    .as('counted');
}
