import { page } from '../../kernel/navigation/page.ts';

export const patientRecordPages = [
  page({
    path: '/patients/$id',
    title: 'Patient',
    frame: 'framed',
    onlyStoredPlans: [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 15],
    needsId: 'id',
    load: async () => (await import('./record/patient.screen.tsx')).PatientScreen,
  }),
];
