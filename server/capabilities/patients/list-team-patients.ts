import {
  listPatientsOfSalesDistributor,
  listPatientsOfSalesManager,
  listPatientsOfSalesRep,
  type TeamPatient,
} from '@vialkeep/contract/patients.ts';
import type { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { ownOrAdministered } from '../network/index.ts';
import { presentUnnamed } from './patients.present.ts';
import { aroundOf, patientsOfAccount } from './patients.queries.ts';

export const listPatientsOfSalesRepHandler = handle(listPatientsOfSalesRep, (call) => teamPatients(call, 3));
export const listPatientsOfSalesManagerHandler = handle(listPatientsOfSalesManager, (call) => teamPatients(call, 6));
export const listPatientsOfSalesDistributorHandler = handle(listPatientsOfSalesDistributor, (call) =>
  teamPatients(call, 8),
);

async function teamPatients(
  { actor, db, params }: Call<typeof listPatientsOfSalesRep>,
  plan: Plan,
): Promise<z.input<typeof TeamPatient>[]> {
  const rows = await patientsOfAccount(db, await ownOrAdministered(db, actor, params.id, plan));
  const ids = rows.map(({ id }) => id);
  const [around, reps] = await Promise.all([aroundOf(db, ids), repsOf(db, ids)]);
  return rows.map((row) => ({
    ...presentUnnamed(row, around),
    harvest_center: [...(around.centers.get(row.id) ?? [])],
    sales_rep: reps.get(row.id) ?? [],
  }));
}

/** The rep of each of these patients, by the chain of their clinic (U-36), with the rep's managers. */
async function repsOf(db: Db, ids: readonly number[]): Promise<Map<number, z.input<typeof TeamPatient>['sales_rep']>> {
  const [patients, managers] = await Promise.all([
    db
      .selectFrom('sales_chains')
      .innerJoin('users as rep', 'rep.id', 'sales_chains.rep_id')
      .select(['sales_chains.user_id', 'rep.id', 'rep.first_name', 'rep.last_name'])
      .where(sql<boolean>`sales_chains.user_id = any(${ids}::integer[])`)
      .execute(),
    db
      .selectFrom('relations')
      .innerJoin('users as manager', 'manager.id', 'relations.object_id')
      .select(['relations.subject_id as of', 'manager.id', 'manager.first_name', 'manager.last_name'])
      .where('relations.kind', '=', 'manager')
      .where('relations.ended_at', 'is', null)
      .where('relations.approved_at', 'is not', null)
      .where('relations.subject_id', 'in', (eb) =>
        eb
          .selectFrom('sales_chains')
          .select('sales_chains.rep_id')
          .where(sql<boolean>`sales_chains.user_id = any(${ids}::integer[])`),
      )
      .orderBy('relations.id')
      .execute(),
  ]);
  const ofRep = Map.groupBy(managers, (manager) => manager.of);
  return new Map(
    patients.map(({ user_id, ...rep }) => [
      user_id ?? 0,
      [{ ...rep, sales_manager: (ofRep.get(rep.id) ?? []).map(({ of: _of, ...manager }) => manager) }],
    ]),
  );
}
