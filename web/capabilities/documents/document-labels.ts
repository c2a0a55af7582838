import type { ListedDocument } from '@vialkeep/contract/documents.ts';
import { shownName } from '../../kernel/session/shown-name.ts';

type About = Pick<ListedDocument, 'patient_desc' | 'patient_name' | 'patient_email'>;

/**
 * The linked patient's '#id - name' and email, or the typed ones if no patient is linked; initials while names are
 * hidden.
 */
export function personOf(document: About, hidden = false): { name: string; email: string } {
  const [patient] = document.patient_desc;
  const email = patient?.email ?? document.patient_email;
  const name = patient ? `${patient.first_name} ${patient.last_name}` : document.patient_name;
  const shown = shownName(name, hidden);
  return { name: patient ? `#${patient.id} - ${shown}` : shown, email: hidden ? '' : email };
}

/** The id in a document's links. A pending document shows its number only, because its id is enough to sign it. */
export function idOf({ document_id, id }: Pick<ListedDocument, 'document_id' | 'id'>): string {
  return document_id || `#${id}`;
}

export function centerOf({ hc_desc: [center] }: Pick<ListedDocument, 'hc_desc'>): string {
  return center ? `#ID ${center.id} ${center.company}` : '';
}
