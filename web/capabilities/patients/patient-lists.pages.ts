import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const patientListsPages = [
  page({
    path: addresses.referralPatients,
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter],
    load: async () => (await import('./lists/referral-patients.screen.tsx')).ReferralPatientsScreen,
  }),
  page({
    path: addresses.labCenterPatients,
    name: 'harvestCenterPatients',
    title: "Harvest Center's Patients",
    frame: 'framed',
    onlyStoredPlans: [Plan.lab, Plan.harvestCenter, Plan.salesAffiliate],
    needsId: 'harvestcenter_id',
    load: async () => (await import('./lists/lab-center-patients.screen.tsx')).LabCenterPatientsScreen,
  }),
  page({
    path: addresses.repPatients,
    frame: 'framed',
    onlyStoredPlans: [Plan.salesRep],
    load: async () => (await import('./lists/sales-patients.screen.tsx')).RepPatientsScreen,
  }),
  page({
    path: addresses.managerPatients,
    title: 'All Patients Report',
    frame: 'framed',
    onlyStoredPlans: [Plan.salesManager],
    load: async () => (await import('./lists/sales-patients.screen.tsx')).ManagerPatientsScreen,
  }),
  page({
    path: addresses.distributorPatients,
    title: 'All Patients Report',
    frame: 'framed',
    onlyStoredPlans: [Plan.salesDistributor],
    load: async () => (await import('./lists/sales-patients.screen.tsx')).DistributorPatientsScreen,
  }),
];
