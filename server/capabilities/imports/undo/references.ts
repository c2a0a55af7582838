/**
 * What a row of another table that names an imported record means for an undo. `counts`: it was built upon the record; it is
 * called by these words, with its own number where `id` names its column. Rows that an import made itself do not count:
 * `made` is their kind, found by the column `id`. `ignored` says why a row does not count, or what else tells of it.
 */
export type Reference =
  | {
      readonly counts: string;
      readonly made?: string;
      readonly id?: string;
      readonly numbered?: true;
      /** The column of the other person whom the row names. */
      readonly other?: string;
    }
  | { readonly ignored: string };

const LOGIN = 'The person must have logged in, which counts.';
const SECRET = 'It can be asked for with the address alone; its use is a login, which counts.';
const CHAIN = 'The chain of custody tells of it.';

const sale: Reference = { counts: 'Transaction', made: 'transactions', id: 'id', numbered: true };
const label: Reference = { counts: 'Label', made: 'labels', id: 'id', numbered: true };
const document: Reference = { counts: 'Document', made: 'documents', id: 'id', numbered: true };

/** Every column of the database that names a record of a kind that is imported; a test compares it with the catalogue. */
export const references: Readonly<Record<ReferredTable, Readonly<Record<string, Reference>>>> = {
  users: {
    'account_keys.user_id': { ignored: SECRET },
    'account_visits.actor_id': { ignored: LOGIN },
    'account_visits.user_id': {
      ignored: 'A visit of an administrator changes nothing; what was changed counts by itself.',
    },
    'agreement_acceptances.user_id': { counts: 'Accepted agreement' },
    'api_keys.owner_id': { counts: 'API key' },
    'arrivals.lab_id': { counts: 'Arrival at the lab' },
    'arrivals.patient_id': { counts: 'Arrival' },
    'batches.lab_id': { counts: 'Batch of the lab' },
    'batches.patient_id': { counts: 'Batch' },
    'checkouts.actor_id': { counts: 'Checkout' },
    'checkouts.buyer_id': { counts: 'Checkout' },
    'commission_disputes.closed_by': { counts: 'Answer to a dispute' },
    'commission_lines.made_by': { counts: 'Commission entry' },
    'commission_lines.person_id': { counts: 'Commission' },
    'commission_messages.author_id': { counts: 'Message about a commission' },
    'commission_plans.adopted_by': { counts: 'Commission plan' },
    'commission_plans.house_id': { counts: 'Commission plan' },
    'commission_plans.made_by': { counts: 'Commission plan' },
    'commission_plans.withdrawn_by': { counts: 'Commission plan' },
    'commission_rules.person_id': { counts: 'Commission rule' },
    'commission_simulations.made_by': { counts: 'Commission simulation' },
    'coupon_uses.user_id': { counts: 'Used coupon' },
    'coupons.harvest_center_id': { counts: 'Coupon' },
    'credential_holds.by_id': { counts: 'Password or e-mail that was set' },
    'credential_holds.user_id': { counts: 'Password or e-mail that was set' },
    'custody_chains.patient_id': { ignored: CHAIN },
    'custody_events.patient_id': { ignored: CHAIN },
    'custom_sites.admin_id': { counts: 'Site' },
    'custom_sites.started_by': { counts: 'Site' },
    'deviation_letters.user_id': { counts: 'Letter about a deviation' },
    'deviation_vials.center_id': { counts: 'Deviation' },
    'deviations.lab_id': { counts: 'Deviation' },
    'discards.lab_id': { counts: 'Discard' },
    'documents.center_id': document,
    'documents.signer_id': document,
    'email_changes.user_id': { counts: 'Change of e-mail' },
    'files.owner_id': { counts: 'File' },
    'files.uploaded_by': { counts: 'File' },
    'harvests.center_id': { counts: 'Harvest' },
    'harvests.patient_id': { counts: 'Harvest' },
    'identity_policies.updated_by': { counts: 'Sign-in policy' },
    'import_waves.created_by': { counts: 'Wave of invitations' },
    'imports.created_by': { counts: 'Import' },
    'inspections.ended_by': { counts: 'Inspection' },
    'inspections.made_by': { counts: 'Inspection' },
    'journal_lines.person_id': { counts: 'Journal entry' },
    'kits.center_id': { counts: 'Kit' },
    'known_devices.user_id': { ignored: LOGIN },
    'lab_operators.lab_id': { counts: 'Operator' },
    'lab_settings.lab_id': { counts: 'Settings of the lab' },
    'label_patients.patient_id': { counts: 'Label', made: 'labels', id: 'label_id', numbered: true },
    'label_prints.lab_id': { counts: 'Printed vial label' },
    'labels.center_id': label,
    'labels.requester_id': label,
    'legal_holds.by_id': { counts: 'Legal hold' },
    'legal_holds.ended_by': { counts: 'Legal hold' },
    'legal_holds.user_id': { counts: 'Legal hold' },
    'letters.user_id': {
      ignored: 'A letter leaves with a change, which counts by itself; invitations are of the import.',
    },
    'locations.user_id': { counts: 'Address' },
    'login_as_codes.target_id': {
      ignored: 'A visit of an administrator changes nothing; what was changed counts by itself.',
    },
    'login_challenges.user_id': { ignored: SECRET },
    'lots.lab_id': { counts: 'Lot' },
    'mailed_codes.user_id': { ignored: SECRET },
    'money_settings.updated_by': { counts: 'Settings of money' },
    'moves.lab_id': { counts: 'Move in the storage' },
    'one_time_passwords.user_id': { ignored: SECRET },
    'passkeys.user_id': { ignored: LOGIN },
    'patient_records.patient_id': { ignored: `It is made with the account. ${CHAIN}` },
    'payee_references.changed_by': { counts: 'Payee reference' },
    'payee_references.user_id': { counts: 'Payee reference' },
    'payment_customers.user_id': { counts: 'Customer of the gateway' },
    'payout_carried_over.person_id': { counts: 'Payout' },
    'payout_people.person_id': { counts: 'Payout' },
    'payout_runs.approved_by': { counts: 'Payout' },
    'payout_runs.made_by': { counts: 'Payout' },
    'person_keys.user_id': { ignored: 'It encrypts what belongs to the person and counts by itself.' },
    'places.lab_id': { counts: 'Storage place' },
    'privacy_requests.answered_by': { counts: 'Privacy request' },
    'privacy_requests.user_id': { counts: 'Privacy request' },
    'reconciliation_items.requested_by': { counts: 'Reconciliation' },
    'reconciliation_items.resolved_by': { counts: 'Reconciliation' },
    'reconciliation_items.write_off_by': { counts: 'Reconciliation' },
    'reconciliation_runs.made_by': { counts: 'Reconciliation' },
    'recovery_codes.user_id': { ignored: LOGIN },
    'refunds.approved_by': { counts: 'Refund' },
    'refunds.requested_by': { counts: 'Refund' },
    'relations.object_id': { counts: 'Relation', made: 'relations', other: 'subject_id' },
    'relations.subject_id': { counts: 'Relation', made: 'relations', other: 'object_id' },
    'saved_cards.user_id': { counts: 'Saved card' },
    'scan_actions.lab_id': { counts: 'Scan at the bench' },
    'scan_actions.user_id': { counts: 'Scan at the bench' },
    'sessions.actor_id': { ignored: LOGIN },
    'sessions.user_id': { ignored: LOGIN },
    'signatures.lab_id': { counts: 'Signature at the bench' },
    'signatures.user_id': { counts: 'Signature at the bench' },
    'storage_charges.by_id': { counts: 'Storage charge' },
    'storage_enrolments.decided_by': { counts: 'Storage plan' },
    'storage_enrolments.patient_id': { counts: 'Storage plan' },
    'totp_secrets.user_id': { ignored: LOGIN },
    'transaction_changes.actor_id': { counts: 'Correction of a transaction' },
    'transactions.affiliate_id': sale,
    'transactions.buyer_id': sale,
    'transactions.center_id': sale,
    'transactions.distributor_id': sale,
    'transactions.manager_id': sale,
    'transactions.patient_id': sale,
    'transactions.referral_center_id': sale,
    'transactions.rep_id': sale,
    'transactions.staff_id': sale,
    'users.password_set_by': { counts: 'Password that was set' },
    'vial_entries.patient_id': { ignored: CHAIN },
    'vial_orders.lab_id': { counts: 'Order of vials' },
    'vial_orders.patient_id': { counts: 'Order of vials' },
    'vials.lab_id': { counts: 'Vial in the lab', made: 'vials', id: 'added_entry_id' },
    'vials.patient_id': { ignored: CHAIN },
    'wave_invitations.user_id': { ignored: 'It is of the import.' },
    'webhook_endpoints.owner_id': { counts: 'Webhook endpoint' },
  },
  transactions: {
    'checkouts.transaction_id': { counts: 'Checkout' },
    'commission_lines.transaction_id': { counts: 'Commission' },
    'journal_lines.transaction_id': { counts: 'Journal entry' },
    'label_transactions.transaction_id': { counts: 'Label' },
    'reconciliation_items.transaction_id': { counts: 'Reconciliation' },
    'refunds.transaction_id': { counts: 'Refund' },
    'transaction_changes.transaction_id': { ignored: 'The transaction was corrected, which counts.' },
    'vial_orders.transaction_id': { counts: 'Order of vials' },
  },
  labels: {
    'label_patients.label_id': { ignored: 'It is a part of the label.' },
    'label_transactions.label_id': { counts: 'Transaction' },
  },
  documents: {
    'discards.document_id': { counts: 'Discard' },
    'guest_links.document_id': { counts: 'Link for a guest' },
    'storage_enrolments.document_id': { counts: 'Storage plan' },
  },
  vial_entries: {
    'vial_orders.shipped_entry_id': { counts: 'Order of vials' },
    'vials.added_entry_id': { ignored: 'It is a part of the entry; where it is now, the undo sees.' },
    'vials.shipped_entry_id': { ignored: 'It is a part of the entry; where it is now, the undo sees.' },
  },
  vials: {
    'deviation_vials.vial_id': { counts: 'Deviation' },
    'moves.vial_id': { counts: 'Move in the storage' },
    'vial_aliases.vial_id': { ignored: 'It is a part of the entry.' },
  },
};

/**
 * A column that lists imported records, without a foreign key. A list made before the import (`since` is the column of its
 * moment) cannot name what it made.
 */
export type Listing = {
  readonly counts: string;
  readonly since: string;
  readonly numbered?: true;
  readonly by: 'id' | 'code';
  /** Where the list is within a column of JSON. */
  readonly within?: string;
};

/** Every column of the database that lists ids of people or codes of vials; a test compares it with the catalogue. */
export const listings: Partial<Record<ReferredTable, Readonly<Record<string, Listing>>>> = {
  users: { 'inspections.patient_ids': { counts: 'Inspection', since: 'made_at', numbered: true, by: 'id' } },
  vials: {
    'deviations.source': { counts: 'Deviation', since: 'opened_at', numbered: true, by: 'code', within: 'vials' },
    'label_prints.codes': { counts: 'Printed vial label', since: 'at', by: 'code' },
  },
};

/** The tables of the records that an import makes. */
export const referredTables = ['users', 'transactions', 'labels', 'documents', 'vial_entries', 'vials'] as const;
export type ReferredTable = (typeof referredTables)[number];
