import { page } from '../../kernel/page.ts';

export const patientRecordPages = [
  page({
    path: '/patients/$id',
    title: 'Patient',
    frame: 'framed',
    needsId: 'id',
    load: async () => (await import('./record/patient.screen.tsx')).PatientScreen,
  }),
];
