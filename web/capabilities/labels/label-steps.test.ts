import { LabelId } from '@vialkeep/contract/kernel/ids.ts';
import type { CenterTransaction } from '@vialkeep/contract/transactions.ts';
import { expect, test } from 'vitest';
import { doneSteps, readyFirst } from './label-steps.ts';

type Row = Pick<CenterTransaction, 'patient_documents' | 'fedex_request'>;

const document = (status: string): Row['patient_documents'][number] => ({
  id: 1,
  name: 'Storage',
  kind: 'storage',
  status,
  document_id: '',
});
const label = (pdf_file: string, notification_sent: boolean): Row['fedex_request'][number] => ({
  id: LabelId.parse(1),
  pdf_file,
  tracking_link: '',
  tracking_number: '',
  patients_ids: '',
  other_patient_name: '',
  notification_sent,
});

const waiting: Row = { patient_documents: [document('Completed'), document('Pending')], fedex_request: [] };
const ready: Row = { patient_documents: [document('Completed')], fedex_request: [] };
const requested: Row = { ...ready, fedex_request: [label('', false)] };
const made: Row = { ...ready, fedex_request: [label('a.pdf', false)] };
const told: Row = { ...ready, fedex_request: [label('a.pdf', true)] };

test.each([
  [waiting, { documents: false, request: false, label: false, sent: false }],
  [ready, { documents: true, request: false, label: false, sent: false }],
  [requested, { documents: true, request: true, label: false, sent: false }],
  [made, { documents: true, request: true, label: true, sent: false }],
  [told, { documents: true, request: true, label: true, sent: true }],
])('F111 a row shows which of the four steps are done', (row, done) => {
  expect(doneSteps(row)).toEqual(done);
});

test('rows that can be requested now come first', () => {
  expect(readyFirst([told, waiting, requested, ready])).toEqual([ready, waiting, told, requested]);
});
