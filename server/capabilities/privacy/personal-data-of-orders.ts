import type { PersonalTable } from './personal-table.ts';

type OrderTable =
  | 'checkouts'
  | 'coupon_uses'
  | 'label_patients'
  | 'label_transactions'
  | 'labels'
  | 'payment_customers'
  | 'reconciliation_items'
  | 'refunds'
  | 'saved_cards'
  | 'storage_charges'
  | 'storage_enrolments'
  | 'storage_invoices'
  | 'transaction_changes'
  | 'transactions';

/** The charges of a person's storage plans. */
const OF_PERSON = `join storage_invoices invoice on invoice.id = charge.invoice_id
        join storage_enrolments plan on plan.id = invoice.enrolment_id where plan.patient_id = :person`;

/** The decisions for orders, payments and shipments. */
export const transactionDecisions: Readonly<Record<OrderTable, PersonalTable>> = {
  checkouts: {
    ids: ['buyer_id'],
    named: { ids: ['actor_id'], shown: ['id', 'buyer_id', 'total_cents', 'state', 'begun_at', 'settled_at'] },
    omitted: ['fingerprint'],
    erasure: 'overwritten',
  },
  coupon_uses: { ids: ['user_id'], erasure: 'kept by number' },
  label_patients: { ids: ['patient_id'], erasure: 'kept by number' },
  label_transactions: {
    where: 'transaction_id in (select id from transactions where buyer_id = :person or patient_id = :person)',
    erasure: 'kept by number',
  },
  labels: {
    ids: ['requester_id', 'center_id'],
    emails: ['center_email', 'doctor_email'],
    erasure: 'overwritten',
  },
  payment_customers: { ids: ['user_id'], erasure: 'deleted' },
  reconciliation_items: {
    // An orphan belongs to no transaction, only to the attempt with its reference.
    where: `transaction_id in (select id from transactions where buyer_id = :person)
      or nullif(reference, '') in (select reference from checkouts where buyer_id = :person)
      or (gateway, gateway_id) in (select charge.gateway, charge.gateway_id from storage_charges charge ${OF_PERSON})
      or nullif(reference, '') in (select charge.reference from storage_charges charge ${OF_PERSON})`,
    named: {
      ids: ['requested_by', 'resolved_by', 'write_off_by'],
      shown: ['id', 'kind', 'state', 'opened_at', 'resolved_at'],
    },
    omitted: ['sent_reference'],
    erasure: 'overwritten',
  },
  refunds: {
    where: `transaction_id in (select id from transactions where buyer_id = :person) or invoice_id in (select invoice.id
      from storage_invoices invoice join storage_enrolments plan on plan.id = invoice.enrolment_id
      where plan.patient_id = :person)`,
    named: { ids: ['requested_by', 'approved_by'], shown: ['id', 'transaction_id', 'cents', 'state', 'requested_at'] },
    omitted: ['key', 'reference'],
    erasure: 'overwritten',
  },
  saved_cards: { ids: ['user_id'], erasure: 'deleted' },
  storage_charges: {
    where: `invoice_id in (select invoice.id from storage_invoices invoice
      join storage_enrolments plan on plan.id = invoice.enrolment_id where plan.patient_id = :person)`,
    named: { ids: ['by_id'], shown: ['id', 'invoice_id', 'state', 'begun_at'] },
    omitted: ['reference'],
    erasure: 'overwritten',
  },
  storage_enrolments: {
    ids: ['patient_id'],
    named: { ids: ['decided_by'], shown: ['id', 'patient_id', 'decision', 'decided_at'] },
    erasure: 'overwritten',
  },
  storage_invoices: {
    where: 'enrolment_id in (select id from storage_enrolments where patient_id = :person)',
    erasure: 'kept by number',
  },
  transaction_changes: {
    where: 'transaction_id in (select id from transactions where buyer_id = :person)',
    named: { ids: ['actor_id'], shown: ['id', 'transaction_id', 'at', 'note'] },
    erasure: 'overwritten',
  },
  transactions: {
    ids: ['buyer_id'],
    emails: ['receipt_email'],
    named: {
      ids: [
        'center_id',
        'referral_center_id',
        'staff_id',
        'patient_id',
        'rep_id',
        'manager_id',
        'distributor_id',
        'affiliate_id',
      ],
      shown: ['id', 'date', 'product_id', 'quantity', 'amount_cents', 'commission_paid', 'description'],
    },
    erasure: 'overwritten',
  },
};
