import { useUser } from '../../kernel/session/session.ts';
import { PatientDocuments } from './patient-documents.tsx';

/** F051: the patient's own documents, on the dashboard. */
export function OwnDocuments() {
  return <PatientDocuments patientId={useUser().id} />;
}
