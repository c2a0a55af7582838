import {
  listPatientOptionsOfCenter,
  listPatientOptionsOfReferralCenter,
  listPatientsOfCenter,
  listPatientsOfReferralCenter,
  listReferralPatientsOfCenter,
} from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { authorizeAccountOf } from '../network/index.ts';
import { presentListed, presentWithoutIdentity } from './patients.present.ts';
import { type ListedRow, loadRelatedAccounts, patientsOfAccount } from './patients.queries.ts';

export const listPatientsOfCenterHandler = handle(listPatientsOfCenter, async (call) =>
  presentPatients(call.db, await patientsOfClinic(call, Plan.harvestCenter)),
);

export const listPatientsOfReferralCenterHandler = handle(listPatientsOfReferralCenter, async (call) =>
  presentPatients(call.db, await patientsOfClinic(call, Plan.referralCenter)),
);

/** The center's patients whom a referral center sent. */
export const listReferralPatientsOfCenterHandler = handle(listReferralPatientsOfCenter, async (call) => {
  const patients = await presentPatients(call.db, await patientsOfClinic(call, Plan.harvestCenter));
  return patients.filter(({ referral_hc_desc }) => referral_hc_desc.length > 0);
});

export const listPatientOptionsOfCenterHandler = handle(listPatientOptionsOfCenter, async (call) =>
  options(await patientsOfClinic(call, Plan.harvestCenter)),
);

export const listPatientOptionsOfReferralCenterHandler = handle(listPatientOptionsOfReferralCenter, async (call) =>
  options(await patientsOfClinic(call, Plan.referralCenter)),
);

/** The rows of a list. */
export async function presentPatients(db: Db, rows: readonly ListedRow[]) {
  const around = await aroundThese(db, rows);
  return rows.map((row) => presentListed(row, around));
}

/** The same rows without the identity (S-20). */
export async function presentPatientsWithoutIdentity(db: Db, rows: readonly ListedRow[]) {
  const around = await aroundThese(db, rows);
  return rows.map((row) => presentWithoutIdentity(row, around));
}

function aroundThese(db: Db, rows: readonly ListedRow[]) {
  return loadRelatedAccounts(
    db,
    rows.map(({ id }) => id),
  );
}

async function patientsOfClinic({ access, db, params, query }: Call<typeof listPatientsOfCenter>, plan: Plan) {
  return patientsOfAccount(db, await authorizeAccountOf(access, db, params.id, plan), query);
}

function options(rows: readonly ListedRow[]) {
  return rows.map((row) => ({ label: `#${row.id} - ${row.first_name} ${row.last_name}`.trim(), value: row.id }));
}
