import { listCentersOfLab } from '@vialkeep/contract/centers.ts';
import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { ownOrAdministered, subjectsOf } from '../network/index.ts';
import { activeOfPlan, listedColumns } from './centers.queries.ts';

/**
 * S-09: the lab and administrators see all of them. A center sees itself and an affiliate those related to them, if
 * they are among the lab's; which labs there are is not told to either, so a lab that is not there has no centers.
 */
export const listCentersOfLabHandler = handle(listCentersOfLab, async ({ actor, db, params }) => {
  const isGuest = actor.plan === Plan.harvestCenter || actor.plan === Plan.salesAffiliate;
  if (!isGuest) await ownOrAdministered(db, actor, params.id, Plan.lab);
  return activeOfPlan(db, actor, Plan.harvestCenter)
    .leftJoin(patientsByCenter(db, params.id), 'counted.center_id', 'users.id')
    .select(listedColumns)
    .select((eb) => eb.fn.coalesce('counted.patients', eb.lit(0)).as('patients'))
    .where((eb) =>
      eb.or([eb('users.id', 'in', subjectsOf(eb, 'lab', params.id)), eb('counted.center_id', 'is not', null)]),
    )
    .execute();
});

/** How many of the lab's patients come from each center: counted once for all, because a lab has thousands. */
function patientsByCenter(db: Db, labId: UserId) {
  return db
    .selectFrom('relations as here')
    .innerJoin('users as patient', 'patient.id', 'here.subject_id')
    .select((eb) => ['here.object_id as center_id', eb.fn.countAll<number>().as('patients')])
    .where('here.kind', '=', 'center')
    .where('here.ended_at', 'is', null)
    .where('here.approved_at', 'is not', null)
    .where((eb) => eb('here.subject_id', 'in', subjectsOf(eb, 'lab', labId)))
    .where('patient.removed_at', 'is', null)
    .groupBy('here.object_id')
    .as('counted');
}
