import { listCentersOfLab } from '@vialkeep/contract/centers.ts';
import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { authorizeAccountOf } from '../network/index.ts';
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
  const centers = isOwn ? activeAccounts(db, Plan.harvestCenter) : activeOfPlan(db, actor, Plan.harvestCenter);
  const ofLab = await centersOfLab(db, params.id).execute();
  const patientsAt = new Map(ofLab.map(({ center_id, patients }) => [center_id, patients]));
  const rows = await amongThese(centers, [...patientsAt.keys()])
    .$if(isGuest, (those) => those.where(access.listFilter().where))
    .execute();
  return rows.map((row) => ({ ...row, patients: patientsAt.get(row.id) ?? 0 }));
});

/** A join would leave PostgreSQL the choice to walk through all centers in their order instead. */
export function amongThese(centers: ReturnType<typeof activeAccounts>, ids: readonly number[]) {
  return centers.select(listedColumns).where('users.id', '=', anyOf(ids));
}

/** The centers of a lab by id, from the index of its centers and from the stored numbers of its patients at each. */
export function centersOfLab(db: Db, labId: UserId) {
  const related = db
    .selectFrom('active_relations')
    .select((eb) => [
      'subject_id as center_id',
      eb.lit(0).$castTo<number>().as('patients'),
      eb.lit(true).$castTo<boolean>().as('is_related'),
    ])
    .where('object_id', '=', labId)
    // Literals, because the index has these two values in its condition.
    .where('kind', '=', sql.lit('lab'))
    .where('is_single', '=', sql.lit(false));
  const counted = db
    .selectFrom('account_patient_counts')
    .select((eb) => ['center_id', 'patients', eb.lit(false).$castTo<boolean>().as('is_related')])
    .where('account_id', '=', labId)
    .where('kind', '=', 'lab')
    .where('center_id', 'is not', null);
  return db
    .selectFrom(related.unionAll(counted.$narrowType<{ center_id: number }>()).as('both'))
    .select((eb) => ['center_id', eb.fn.sum<number>('patients').as('patients')])
    .groupBy('center_id')
    .having(sql<boolean>`sum(patients) > 0 or bool_or(is_related)`);
}
