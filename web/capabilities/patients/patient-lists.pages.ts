import { page } from '../../kernel/navigation/page.ts';

export const patientListsPages = [
  page({
    path: '/referral-patients',
    frame: 'framed',
    onlyStoredPlans: [4],
    load: async () => (await import('./lists/referral-patients.screen.tsx')).ReferralPatientsScreen,
  }),
  page({
    path: '/lab/$lab_id/harvest-center/{-$harvestcenter_id}',
    name: 'harvestCenterPatients',
    title: "Harvest Center's Patients",
    frame: 'framed',
    onlyStoredPlans: [1, 4, 11],
    needsId: 'harvestcenter_id',
    load: async () => (await import('./lists/lab-center-patients.screen.tsx')).LabCenterPatientsScreen,
  }),
  page({
    path: '/patients',
    frame: 'framed',
    onlyStoredPlans: [3],
    load: async () => (await import('./lists/sales-patients.screen.tsx')).RepPatientsScreen,
  }),
  page({
    path: '/all-patients-team',
    title: 'All Patients Report',
    frame: 'framed',
    onlyStoredPlans: [6],
    load: async () => (await import('./lists/sales-patients.screen.tsx')).ManagerPatientsScreen,
  }),
  page({
    path: '/all-manager-patients-team',
    title: 'All Patients Report',
    frame: 'framed',
    onlyStoredPlans: [8],
    load: async () => (await import('./lists/sales-patients.screen.tsx')).DistributorPatientsScreen,
  }),
];
