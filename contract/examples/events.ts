import { EventBody, type EventType } from '../events.ts';
import { exampleOf } from '../kernel/example.ts';
import { listEvents } from '../webhooks.ts';
import { center, patient, referral } from './network.ts';

const AT = '2026-02-25T16:20:00.000Z';
const DAY = '2026-02-25';

const account = { user_id: center.id, plan: 4 };
const vialEntry = { entry_id: 88, patient_id: patient.id, quantity: 2, date: DAY };
const document = {
  document_id: 501,
  kind: 'storage',
  signer_id: patient.id,
  patient_id: patient.id,
  center_id: center.id,
};
const transaction = {
  transaction_id: 7001,
  product_id: 1,
  quantity: 1,
  amount_cents: 392_000,
  center_id: center.id,
  referral_center_id: referral.id,
  patient_id: patient.id,
};
const label = { label_id: 205, center_id: center.id, requester_id: center.id, patient_ids: [patient.id] };

const data: Readonly<Record<EventType, object>> = {
  'account.created': account,
  'account.deactivated': account,
  'patient.stage_changed': { patient_id: patient.id, from: 'sterility', to: 'ready', since: DAY },
  'vials.added': vialEntry,
  'vials.shipped': vialEntry,
  'vials.corrected': { ...vialEntry, entry: 'added', quantity_before: 3 },
  'document.sent': document,
  'document.completed': { ...document, origin: 'signing', signed_on: DAY },
  'document.declined': { ...document, how: 'declined' },
  'transaction.created': { ...transaction, buyer_id: center.id },
  'transaction.corrected': transaction,
  'label.requested': label,
  'label.made': label,
  'label.delivered': { ...label, delivered_on: DAY },
  'label.exception': label,
  'import.applied': { import_id: 3, rows: 12, created: 11, existing: 0, left_out: 1 },
  'webhook.test': { endpoint_id: 9 },
};

/** The body that a receiver gets for an event of this type. Throws where its own shape does not accept it. */
export function eventExample(type: EventType): EventBody {
  return EventBody.parse({ type, timestamp: AT, data: data[type] });
}

export const eventExamples = [
  exampleOf(listEvents, {
    query: { after: '4100', limit: '100' },
    answer: { results: [{ id: 4107, event: eventExample('vials.added') }], next: 4107, more: false },
  }),
];
