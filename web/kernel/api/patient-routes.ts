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

/** Every call whose answer depends on a patient's sample; a change makes them stale. */
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
