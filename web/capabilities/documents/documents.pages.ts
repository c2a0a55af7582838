import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const documentsPages = [
  page({
    path: addresses.requestSignatures,
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter, Plan.referralCenter],
    load: async () => (await import('./request-signatures.screen.tsx')).RequestSignaturesScreen,
  }),
  page({
    path: addresses.uploadDocuments,
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter],
    load: async () => (await import('./upload-documents.screen.tsx')).UploadDocumentsScreen,
  }),
  page({
    path: addresses.patientsSignatures,
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter],
    load: async () => (await import('./patients-signatures.screen.tsx')).PatientsSignaturesScreen,
  }),
  page({
    path: addresses.patientsDocuments,
    title: 'All Patients Documents',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./patients-documents.screen.tsx')).PatientsDocumentsScreen,
  }),
  page({
    path: addresses.centerDocuments,
    title: 'All Harvest Center Documents',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./center-documents.screen.tsx')).CenterDocumentsScreen,
  }),
];
