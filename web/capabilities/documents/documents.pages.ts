import { page } from '../../kernel/navigation/page.ts';

export const documentsPages = [
  page({
    path: '/request-patients-signatures',
    frame: 'framed',
    onlyStoredPlans: [4, 5],
    load: async () => (await import('./request-signatures.screen.tsx')).RequestSignaturesScreen,
  }),
  page({
    path: '/upload-patient-documents',
    frame: 'framed',
    onlyStoredPlans: [4],
    load: async () => (await import('./upload-documents.screen.tsx')).UploadDocumentsScreen,
  }),
  page({
    path: '/patients-signatures',
    frame: 'framed',
    onlyStoredPlans: [4],
    load: async () => (await import('./patients-signatures.screen.tsx')).PatientsSignaturesScreen,
  }),
  page({
    path: '/documents/patients',
    title: 'All Patients Documents',
    frame: 'framed',
    onlyStoredPlans: [7, 10],
    load: async () => (await import('./patients-documents.screen.tsx')).PatientsDocumentsScreen,
  }),
  page({
    path: '/documents/harvest-centers',
    title: 'All Harvest Center Documents',
    frame: 'framed',
    onlyStoredPlans: [7, 10],
    load: async () => (await import('./center-documents.screen.tsx')).CenterDocumentsScreen,
  }),
];
