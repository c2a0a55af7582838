import { ListedDocument } from '@vialkeep/contract/documents.ts';
import { expect, test } from 'vitest';
import { waitingPatients } from './signatures-by-patient.ts';

test('F076 each patient with unsigned documents is listed once, the longest waiting first', () => {
  const waiting = waitingPatients(
    [
      document({ patient_email: 'new@example.test', requested_at: '2026-11-14T08:00:00.000Z' }),
      document({ patient_email: 'old@example.test', kind: 'storage', requested_at: '2026-11-10T08:00:00.000Z' }),
      document({ patient_email: 'Old@example.test', kind: 'processing', status: 'Completed' }),
      document({ patient_email: 'done@example.test', status: 'Completed' }),
    ],
    false,
  );
  expect(waiting.map(({ email, documents }) => [email, documents.length])).toEqual([
    ['old@example.test', 2],
    ['new@example.test', 1],
  ]);
});

test('F076 a linked patient is shown with the account’s data instead of the typed data', () => {
  const patient = { id: 31, first_name: 'Ana', last_name: 'Whitfield', email: 'ana@example.test' };
  const [waiting] = waitingPatients(
    [document({ patient_name: 'A. Whitfield', patient_email: 'other@example.test', patient_desc: [patient] })],
    false,
  );
  expect(waiting).toMatchObject({ id: '31', name: '#31 - Ana Whitfield', email: 'ana@example.test' });
});

test('while names are hidden, a patient is shown by initials without an email', () => {
  const [waiting] = waitingPatients([document({ patient_name: 'Ana Whitfield' })], true);
  expect(waiting).toMatchObject({ name: 'A. W.', email: '' });
});

let made = 0;

type Fields = Partial<Omit<ListedDocument, 'patient_desc'>> & { patient_desc?: readonly object[] };

function document(fields: Fields): ListedDocument {
  made += 1;
  return ListedDocument.parse({
    id: made,
    document_id: `document-${made}`,
    name: 'A document',
    kind: 'attestation',
    status: 'Pending',
    has_supplement: false,
    domain: { id: 1, name: 'Vialkeep' },
    patient_name: 'Somebody',
    patient_email: 'somebody@example.test',
    patient_desc: [],
    hc_desc: [],
    requested_at: '2026-11-12T08:00:00.000Z',
    emailed_at: null,
    signed_at: null,
    may: [],
    ...fields,
  });
}
