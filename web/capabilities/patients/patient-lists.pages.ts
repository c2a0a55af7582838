import { Plan } from '@vialkeep/contract/plans.ts';
import { page } from '../../kernel/navigation/page.ts';

export const patientListsPages = [
  page({
    path: '/referral-patients',
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter],
    load: async () => (await import('./lists/referral-patients.screen.tsx')).ReferralPatientsScreen,
  }),
  page({
    path: '/lab/$lab_id/harvest-center/{-$harvestcenter_id}',
    name: 'harvestCenterPatients',
    title: "Harvest Center's Patients",
    frame: 'framed',
    onlyStoredPlans: [Plan.lab, Plan.harvestCenter, Plan.salesAffiliate],
    needsId: 'harvestcenter_id',
    load: async () => (await import('./lists/lab-center-patients.screen.tsx')).LabCenterPatientsScreen,
  }),
  page({
    path: '/patients',
    frame: 'framed',
    onlyStoredPlans: [Plan.salesRep],
    load: async () => (await import('./lists/sales-patients.screen.tsx')).RepPatientsScreen,
  }),
  page({
    path: '/all-patients-team',
    title: 'All Patients Report',
    frame: 'framed',
    onlyStoredPlans: [Plan.salesManager],
    load: async () => (await import('./lists/sales-patients.screen.tsx')).ManagerPatientsScreen,
  }),
  page({
    path: '/all-manager-patients-team',
    title: 'All Patients Report',
    frame: 'framed',
    onlyStoredPlans: [Plan.salesDistributor],
    load: async () => (await import('./lists/sales-patients.screen.tsx')).DistributorPatientsScreen,
  }),
];
