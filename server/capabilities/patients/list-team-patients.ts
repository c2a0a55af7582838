import {
  listPatientsOfSalesDistributor,
  listPatientsOfSalesManager,
  listPatientsOfSalesRep,
  type TeamPatient,
} from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { statementByIds } from '../../kernel/db/statement-by-ids.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { authorizeAccountOf } from '../network/index.ts';
import { presentWithoutIdentity } from './patients.present.ts';
import { loadRelatedAccounts, patientsOfAccount, type RelatedAccounts } from './patients.queries.ts';

export const listPatientsOfSalesRepHandler = handle(listPatientsOfSalesRep, (call) =>
  teamPatients(call, Plan.salesRep),
);
export const listPatientsOfSalesManagerHandler = handle(listPatientsOfSalesManager, (call) =>
  teamPatients(call, Plan.salesManager),
);
export const listPatientsOfSalesDistributorHandler = handle(listPatientsOfSalesDistributor, (call) =>
  teamPatients(call, Plan.salesDistributor),
);

async function teamPatients(
  { access, db, params }: Call<typeof listPatientsOfSalesRep>,
  plan: Plan,
): Promise<z.input<typeof TeamPatient>[]> {
  const rows = await patientsOfAccount(db, await authorizeAccountOf(access, db, params.id, plan));
  const around = await loadRelatedAccounts(
    db,
    rows.map(({ id }) => id),
  );
  const sellers = new Map(rows.map(({ id }) => [id, clinicOf(id, around)]));
  const reps = await repsOf(db, [...new Set(sellers.values())]);
  // Where the clinic has no rep, the patient's own rep applies.
  const own = await repsOf(
    db,
    rows.map(({ id }) => id).filter((id) => !reps.has(sellers.get(id) ?? id)),
  );
  return rows.map((row) => ({
    ...presentWithoutIdentity(row, around),
    harvest_center: [...(around.centers.get(row.id) ?? [])],
    sales_rep: reps.get(sellers.get(row.id) ?? row.id) ?? own.get(row.id) ?? [],
  }));
}

/**
 * A patient has the sales chain of their clinic (U-36). Clinics are far fewer than patients, so the chain is read per
 * clinic.
 */
function clinicOf(patient: number, { centers, referralCenters }: RelatedAccounts): number {
  return centers.get(patient)?.[0]?.id ?? referralCenters.get(patient)?.[0]?.id ?? patient;
}

type Reps = z.input<typeof TeamPatient>['sales_rep'];

/** The rep of each of these users, with the rep's managers. */
async function repsOf(db: Db, ids: readonly number[]): Promise<Map<number, Reps>> {
  const sold = await repsOfThese(db, ids);
  const managers = await managersOfThese(db, [...new Set(sold.map(({ id }) => id))]);
  const ofRep = Map.groupBy(managers, (manager) => manager.of);
  return new Map(
    sold.map(({ user_id, ...rep }) => [
      user_id ?? 0,
      [{ ...rep, sales_manager: (ofRep.get(rep.id) ?? []).map(({ of: _of, ...manager }) => manager) }],
    ]),
  );
}

const repsOfThese = statementByIds((db, these) =>
  db
    .selectFrom('sales_reps')
    .innerJoin('users as rep', 'rep.id', 'sales_reps.rep_id')
    .select(['sales_reps.user_id', 'rep.id', 'rep.first_name', 'rep.last_name'])
    .where('sales_reps.user_id', '=', these),
);

const managersOfThese = statementByIds((db, these) =>
  db
    .selectFrom('active_relations')
    .innerJoin('users as manager', 'manager.id', 'active_relations.object_id')
    .select(['active_relations.subject_id as of', 'manager.id', 'manager.first_name', 'manager.last_name'])
    .where('active_relations.kind', '=', 'manager')
    .where('active_relations.subject_id', '=', these)
    .orderBy('active_relations.id'),
);
