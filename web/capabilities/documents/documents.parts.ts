import type { RecordPart } from '../../kernel/navigation/record-parts.ts';

/** The parts that the documents capability adds to a patient's record. */
export const documentsParts: readonly RecordPart[] = [
  {
    place: 'tab',
    name: 'documents',
    title: 'Documents',
    needs: 'documents.of_patient',
    load: async () => (await import('./patient-documents.tsx')).PatientDocuments,
  },
];
