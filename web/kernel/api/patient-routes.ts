import { listCustody } from '@vialkeep/contract/custody.ts';
import {
  countPatientsByStage,
  listAttention,
  readSterilityEndings,
  readVialStock,
} from '@vialkeep/contract/patient-overview.ts';
import {
  listLabPatients,
  listPatientsOfCenter,
  listPatientsOfLabCenter,
  listPatientsOfReferralCenter,
  listPatientsOfSalesDistributor,
  listPatientsOfSalesManager,
  listPatientsOfSalesRep,
  listReferralPatientsOfCenter,
  readPatientRecord,
} from '@vialkeep/contract/patients.ts';
import { listUsers, readUserDetails } from '@vialkeep/contract/users.ts';
import { listVials, readVials } from '@vialkeep/contract/vials.ts';

/** Every call that tells something of a patient's sample: what it answered is stale once one has changed. */
export const patientRoutes = [
  readPatientRecord,
  listCustody,
  readVials,
  listVials,
  listLabPatients,
  listPatientsOfCenter,
  listReferralPatientsOfCenter,
  listPatientsOfReferralCenter,
  listPatientsOfLabCenter,
  listPatientsOfSalesRep,
  listPatientsOfSalesManager,
  listPatientsOfSalesDistributor,
  countPatientsByStage,
  listAttention,
  readSterilityEndings,
  readVialStock,
  listUsers,
  readUserDetails,
];
