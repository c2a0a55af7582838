import { page } from '../../kernel/page.ts';

export const patientListsPages = [
  page({
    path: '/referral-patients',
    frame: 'framed',
    load: async () => (await import('./lists/referral-patients.screen.tsx')).ReferralPatientsScreen,
  }),
  page({
    path: '/lab/$lab_id/harvest-center/$harvestcenter_id',
    name: 'harvestCenterPatients',
    title: "Harvest Center's Patients",
    frame: 'framed',
    load: async () => (await import('./lists/lab-center-patients.screen.tsx')).LabCenterPatientsScreen,
  }),
  page({
    path: '/patients',
    frame: 'framed',
    load: async () => (await import('./lists/sales-patients.screen.tsx')).RepPatientsScreen,
  }),
  page({
    path: '/all-patients-team',
    title: 'All Patients Report',
    frame: 'framed',
    load: async () => (await import('./lists/sales-patients.screen.tsx')).ManagerPatientsScreen,
  }),
  page({
    path: '/all-manager-patients-team',
    title: 'All Patients Report',
    frame: 'framed',
    load: async () => (await import('./lists/sales-patients.screen.tsx')).DistributorPatientsScreen,
  }),
];
