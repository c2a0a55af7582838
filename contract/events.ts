import { z } from 'zod';
import { DocumentRowId, LabelId, TransactionId, UserId, VialEntryId, WebhookEndpointId } from './kernel/ids.ts';
import { PlanId } from './plans.ts';
import { ProductId } from './products.ts';
import { Stage } from './stage.ts';

const count = z.number().int().min(0);
const VialEntry = {
  entry_id: VialEntryId,
  patient_id: UserId,
  quantity: count,
  date: z.iso.date(),
};
const Account = { user_id: UserId, plan: PlanId };
const Document = {
  document_id: DocumentRowId,
  kind: z.enum(['attestation', 'processing', 'storage', 'hc_attestation']),
  /** The account that signs; null for a signer without one. */
  signer_id: UserId.nullable(),
  patient_id: UserId.nullable(),
  center_id: UserId.nullable(),
};
const Transaction = {
  transaction_id: TransactionId,
  product_id: ProductId,
  quantity: count,
  amount_cents: z.number().int(),
  center_id: UserId.nullable(),
  referral_center_id: UserId.nullable(),
  patient_id: UserId.nullable(),
};
const Label = {
  label_id: LabelId,
  center_id: UserId,
  requester_id: UserId,
  patient_ids: z.array(UserId).max(1_000),
};

/**
 * The data of each type of event: ids, words, days and cents, never a name, an address or a note. The server refuses to
 * announce a key that a shape does not have.
 */
export const eventShapes = {
  'account.created': z.object(Account),
  'account.deactivated': z.object(Account),
  'patient.stage_changed': z.object({
    patient_id: UserId,
    from: Stage,
    to: Stage,
    /** The recorded day of the new stage. */
    since: z.iso.date().nullable(),
  }),
  'vials.added': z.object(VialEntry),
  'vials.shipped': z.object(VialEntry),
  /** `quantity` is what counts now: 0 for an entry that was deleted. */
  'vials.corrected': z.object({
    ...VialEntry,
    entry: z.enum(['added', 'shipped']),
    quantity_before: count,
  }),
  'document.sent': z.object(Document),
  'document.completed': z.object({
    ...Document,
    origin: z.enum(['signing', 'upload']),
    /** Null for a paper whose day is not known. */
    signed_on: z.iso.date().nullable(),
  }),
  'document.declined': z.object({ ...Document, how: z.enum(['declined', 'expired', 'revoked']) }),
  'transaction.created': z.object({ ...Transaction, buyer_id: UserId }),
  'transaction.corrected': z.object(Transaction),
  'label.requested': z.object(Label),
  'label.made': z.object(Label),
  'label.delivered': z.object({ ...Label, delivered_on: z.iso.date().nullable() }),
  /** The carrier reports a problem with the shipment. */
  'label.exception': z.object(Label),
  /** One event for a whole import: none are announced for its rows. */
  'import.applied': z.object({
    import_id: z.number().int().positive(),
    rows: count,
    created: count,
    existing: count,
    left_out: count,
  }),
  'webhook.test': z.object({ endpoint_id: WebhookEndpointId }),
} as const;

export type EventType = keyof typeof eventShapes;
// @NOTE the keys of the table are exactly the types.
export const EVENT_TYPES = Object.keys(eventShapes) as [EventType, ...EventType[]];
export const EventType = z.enum(EVENT_TYPES);

export type EventData<Type extends EventType> = z.input<(typeof eventShapes)[Type]>;

/** What each type of event is about, and the key of its data that holds the id. */
export const eventSubjects = {
  'account.created': ['user', 'user_id'],
  'account.deactivated': ['user', 'user_id'],
  'patient.stage_changed': ['user', 'patient_id'],
  'vials.added': ['vial_entry', 'entry_id'],
  'vials.shipped': ['vial_entry', 'entry_id'],
  'vials.corrected': ['vial_entry', 'entry_id'],
  'document.sent': ['document', 'document_id'],
  'document.completed': ['document', 'document_id'],
  'document.declined': ['document', 'document_id'],
  'transaction.created': ['transaction', 'transaction_id'],
  'transaction.corrected': ['transaction', 'transaction_id'],
  'label.requested': ['label', 'label_id'],
  'label.made': ['label', 'label_id'],
  'label.delivered': ['label', 'label_id'],
  'label.exception': ['label', 'label_id'],
  'import.applied': ['import', 'import_id'],
  'webhook.test': ['webhook_endpoint', 'endpoint_id'],
} as const satisfies { readonly [Type in EventType]: readonly [EventSubject, keyof EventData<Type>] };

export type EventSubject = 'user' | 'vial_entry' | 'document' | 'transaction' | 'label' | 'import' | 'webhook_endpoint';

/** What a receiver gets, and what the list of events shows beside an id. */
export const EventBody = z.discriminatedUnion('type', [
  bodyOf('account.created'),
  bodyOf('account.deactivated'),
  bodyOf('patient.stage_changed'),
  bodyOf('vials.added'),
  bodyOf('vials.shipped'),
  bodyOf('vials.corrected'),
  bodyOf('document.sent'),
  bodyOf('document.completed'),
  bodyOf('document.declined'),
  bodyOf('transaction.created'),
  bodyOf('transaction.corrected'),
  bodyOf('label.requested'),
  bodyOf('label.made'),
  bodyOf('label.delivered'),
  bodyOf('label.exception'),
  bodyOf('import.applied'),
  bodyOf('webhook.test'),
]);
export type EventBody = z.infer<typeof EventBody>;

function bodyOf<Type extends EventType>(type: Type) {
  return z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data: eventShapes[type] });
}
