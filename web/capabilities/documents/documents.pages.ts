import { Plan } from '@vialkeep/contract/plans.ts';
import { page } from '../../kernel/navigation/page.ts';

export const documentsPages = [
  page({
    path: '/request-patients-signatures',
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter, Plan.referralCenter],
    load: async () => (await import('./request-signatures.screen.tsx')).RequestSignaturesScreen,
  }),
  page({
    path: '/upload-patient-documents',
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter],
    load: async () => (await import('./upload-documents.screen.tsx')).UploadDocumentsScreen,
  }),
  page({
    path: '/patients-signatures',
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter],
    load: async () => (await import('./patients-signatures.screen.tsx')).PatientsSignaturesScreen,
  }),
  page({
    path: '/documents/patients',
    title: 'All Patients Documents',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./patients-documents.screen.tsx')).PatientsDocumentsScreen,
  }),
  page({
    path: '/documents/harvest-centers',
    title: 'All Harvest Center Documents',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./center-documents.screen.tsx')).CenterDocumentsScreen,
  }),
];
