import { countPatientsByStageHandler } from './count-patients-by-stage.ts';
import { createPatientHandler } from './create-patient.ts';
import { listAttentionHandler } from './list-attention.ts';
import { listLabPatientsHandler } from './list-lab-patients.ts';
import {
  listPatientOptionsOfCenterHandler,
  listPatientOptionsOfReferralCenterHandler,
  listPatientsOfCenterHandler,
  listPatientsOfReferralCenterHandler,
  listReferralPatientsOfCenterHandler,
} from './list-patients-of-center.ts';
import { listPatientsOfLabCenterHandler } from './list-patients-of-lab-center.ts';
import {
  listPatientsOfSalesDistributorHandler,
  listPatientsOfSalesManagerHandler,
  listPatientsOfSalesRepHandler,
} from './list-team-patients.ts';
import { readPatientRecordHandler } from './read-patient-record.ts';
import { readSterilityEndingsHandler } from './read-sterility-endings.ts';
import { readVialStockHandler } from './read-vial-stock.ts';
import { updatePatientHandler } from './update-patient.ts';

export const patientsHandlers = [
  createPatientHandler,
  readPatientRecordHandler,
  updatePatientHandler,
  listLabPatientsHandler,
  listPatientsOfCenterHandler,
  listReferralPatientsOfCenterHandler,
  listPatientsOfReferralCenterHandler,
  listPatientOptionsOfCenterHandler,
  listPatientOptionsOfReferralCenterHandler,
  listPatientsOfLabCenterHandler,
  listPatientsOfSalesRepHandler,
  listPatientsOfSalesManagerHandler,
  listPatientsOfSalesDistributorHandler,
  countPatientsByStageHandler,
  listAttentionHandler,
  readSterilityEndingsHandler,
  readVialStockHandler,
];
