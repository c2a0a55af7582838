import { useUser } from '../../kernel/session/session.ts';
import { PatientDocuments } from './patient-documents.tsx';

/** The patient's own documents on the dashboard (F051). */
export function OwnDocuments() {
  return <PatientDocuments patientId={useUser().id} />;
}
