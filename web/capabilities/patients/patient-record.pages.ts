import { page } from '../../kernel/page.ts';
import { recordTexts } from './record/record.texts.ts';

export const patientRecordPages = [
  page({
    path: '/patients/$id',
    title: recordTexts.page.title,
    frame: 'framed',
    needsId: 'id',
    load: async () => (await import('./record/patient.screen.tsx')).PatientScreen,
  }),
];
