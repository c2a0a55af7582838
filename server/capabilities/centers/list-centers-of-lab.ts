import { listCentersOfLab } from '@vialkeep/contract/centers.ts';
import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { ExpressionBuilder } from 'kysely';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { handle } from '../../kernel/http/handle.ts';
import { ownOrAdministered, whose } from '../network/index.ts';
import { activeOfPlan, listedColumns } from './centers.queries.ts';

/**
 * S-09: the lab and administrators see all of them. A center sees itself and an affiliate those related to them, if
 * they are among the lab's; which labs there are is not told to either, so a lab that is not there has no centers.
 */
export const listCentersOfLabHandler = handle(listCentersOfLab, async ({ actor, db, params }) => {
  const isGuest = actor.plan === 4 || actor.plan === 11;
  if (!isGuest) await ownOrAdministered(db, actor, params.id, 1);
  return activeOfPlan(db, actor, 4)
    .select(listedColumns)
    .select((eb) => {
      const count = patientsHere(eb, params.id).select(({ fn }) => fn.countAll<number>().as('patients'));
      return eb.fn.coalesce(count, eb.lit(0)).as('patients');
    })
    .where((eb) =>
      eb.or([
        eb('users.id', 'in', whose(eb, 'lab', params.id)),
        eb.exists(patientsHere(eb, params.id).select('patient.id')),
      ]),
    )
    .execute();
});

/** Those of the lab's patients who come from the center in question. */
function patientsHere(eb: ExpressionBuilder<Tables, 'users'>, labId: UserId) {
  return eb
    .selectFrom('relations as here')
    .innerJoin('users as patient', 'patient.id', 'here.subject_id')
    .whereRef('here.object_id', '=', 'users.id')
    .where('here.kind', '=', 'center')
    .where('here.ended_at', 'is', null)
    .where('here.approved_at', 'is not', null)
    .where('here.subject_id', 'in', whose(eb, 'lab', labId))
    .where('patient.removed_at', 'is', null);
}
