import { listCentersOfLab } from '@vialkeep/contract/centers.ts';
import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { handle } from '../../kernel/http/handle.ts';
import { authorizeAccountOf, subjectsOf } from '../network/index.ts';
import { activeAccounts, activeOfPlan, listedColumns } from './centers.queries.ts';

/**
 * A lab and administrators see all centers of the lab; a center sees itself and an affiliate its related centers, if
 * they belong to the lab. An unknown lab gives those two an empty list, so that they cannot find out which labs exist
 * (S-09).
 */
export const listCentersOfLabHandler = handle(listCentersOfLab, async ({ access, actor, db, params }) => {
  const isGuest = actor.plan === Plan.harvestCenter || actor.plan === Plan.salesAffiliate;
  if (!isGuest) await authorizeAccountOf(access, db, params.id, Plan.lab);
  // A lab sees all its centers, so that the rule about other accounts need not be evaluated for each.
  const isOwn = actor.plan === Plan.lab && params.id === actor.userId;
  return (isOwn ? activeAccounts(db, Plan.harvestCenter) : activeOfPlan(db, actor, Plan.harvestCenter))
    .$if(isGuest, (centers) => centers.where(access.listFilter().where))
    .leftJoin(patientsByCenter(db, params.id), 'counted.center_id', 'users.id')
    .select(listedColumns)
    .select((eb) => eb.fn.coalesce('counted.patients', eb.lit(0)).as('patients'))
    .where((eb) => eb.or([eb.exists(isOfLab(eb, params.id)), eb('counted.center_id', 'is not', null)]))
    .execute();
});

/** Whether the center itself belongs to the lab; read center by center, because most relations of a lab are patients. */
function isOfLab(eb: ExpressionBuilder<Tables, 'users'>, labId: UserId) {
  return subjectsOf(eb, 'lab', labId).whereRef('active_relations.subject_id', '=', 'users.id');
}

/** The stored numbers of the lab's patients at each center. */
function patientsByCenter(db: Db, labId: UserId) {
  return db
    .selectFrom('account_patient_counts')
    .select((eb) => ['center_id', eb.fn.sum<number>('patients').as('patients')])
    .where('account_id', '=', labId)
    .where('kind', '=', 'lab')
    .groupBy('center_id')
    .having((eb) => eb(eb.fn.sum<number>('patients'), '>', 0))
    .as('counted');
}
