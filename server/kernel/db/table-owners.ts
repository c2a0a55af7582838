import type { DB } from './tables.generated.ts';

/**
 * The one part of the server that writes each table; a view has the owner of its table. Other parts call the owner's
 * functions, or read in a join. Tables that only triggers write belong to the capability whose rows fire them.
 */
export const tableOwners: Readonly<Record<keyof DB, string>> = {
  account_names: 'server/capabilities/accounts',
  plans: 'server/capabilities/accounts',
  tags: 'server/capabilities/accounts',
  user_blocks: 'server/capabilities/accounts',
  users: 'server/capabilities/accounts',

  active_relations: 'server/capabilities/network',
  relation_rules: 'server/capabilities/network',
  relations: 'server/capabilities/network',
  sales_chains: 'server/capabilities/network',
  sales_reps: 'server/capabilities/network',
  selling_clinics: 'server/capabilities/network',

  account_visits: 'server/capabilities/session',
  known_devices: 'server/capabilities/session',
  login_as_codes: 'server/capabilities/session',
  one_time_passwords: 'server/capabilities/session',
  sessions: 'server/capabilities/session',

  login_challenges: 'server/capabilities/factors',
  passkeys: 'server/capabilities/factors',
  recovery_codes: 'server/capabilities/factors',
  totp_secrets: 'server/capabilities/factors',

  agreement_acceptances: 'server/capabilities/profile',
  asset_items: 'server/capabilities/resources',
  asset_sections: 'server/capabilities/resources',
  assets: 'server/capabilities/resources',
  certificate_challenges: 'server/capabilities/custom-sites',
  checkouts: 'server/capabilities/checkout',
  coupon_uses: 'server/capabilities/coupons',
  coupons: 'server/capabilities/coupons',
  custody_chains: 'server/capabilities/custody',
  custody_events: 'server/capabilities/custody',
  custom_sites: 'server/capabilities/custom-sites',
  document_sweeps: 'server/capabilities/documents',
  documents: 'server/capabilities/documents',
  domains: 'server/capabilities/sites',
  email_changes: 'server/capabilities/email-changes',
  identity_policies: 'server/capabilities/identity-policy',
  guest_links: 'server/capabilities/documents',
  inspection_codes: 'server/capabilities/inspections',
  inspection_sessions: 'server/capabilities/inspections',
  inspections: 'server/capabilities/inspections',
  label_patients: 'server/capabilities/labels',
  label_transactions: 'server/capabilities/labels',
  labels: 'server/capabilities/labels',
  legal_holds: 'server/capabilities/privacy',
  locations: 'server/capabilities/locations',
  patient_records: 'server/capabilities/patients',
  payment_customers: 'server/capabilities/cards',
  privacy_requests: 'server/capabilities/privacy',
  products: 'server/capabilities/products',
  saved_cards: 'server/capabilities/cards',
  signing_events: 'server/capabilities/signing',
  signing_links: 'server/capabilities/signing',
  signing_supplements: 'server/capabilities/signing',
  signings: 'server/capabilities/signing',
  stamped_heads: 'server/capabilities/timestamps',
  time_stamps: 'server/capabilities/timestamps',
  account_patient_counts: 'server/capabilities/patients',
  account_patients: 'server/capabilities/patients',
  expected_account_patients: 'server/capabilities/patients',
  stage_counts: 'server/capabilities/patients',
  transaction_changes: 'server/capabilities/transactions',
  transaction_months: 'server/capabilities/transactions',
  transaction_tallies: 'server/capabilities/transactions',
  transactions: 'server/capabilities/transactions',
  vial_entries: 'server/capabilities/vials',
  vials: 'server/capabilities/vials',

  access_archives: 'server/kernel/access',
  access_batches: 'server/kernel/access',
  access_records: 'server/kernel/access',
  account_keys: 'server/kernel/secrets',
  audit_chains: 'server/kernel/audit',
  audit_log: 'server/kernel/audit',
  backfills: 'server/kernel/jobs',
  credential_holds: 'server/kernel/session',
  files: 'server/kernel/files',
  job_workers: 'server/kernel/jobs',
  letters: 'server/kernel/mail',
  mailed_codes: 'server/kernel/secrets',
  person_keys: 'server/kernel/secrets',
  rate_limits: 'server/kernel/rate-limits.ts',
  request_origins: 'server/kernel/audit',

  sandbox_cards: 'server/integrations/payments',
  sandbox_charges: 'server/integrations/payments',
  sandbox_customers: 'server/integrations/payments',

  installation: 'server/first-start.ts',
};

/** Writers besides the owner, each with its reason. */
export const otherWriters: readonly {
  readonly writer: string;
  readonly tables: readonly (keyof DB)[];
  readonly why: string;
}[] = [
  {
    writer: 'server/kernel/session',
    tables: ['sessions'],
    why: 'The kernel finds the session of a request, in a layer below the capabilities, and records when it was last used.',
  },
  {
    writer: 'server/demo',
    tables: [
      'asset_items',
      'asset_sections',
      'assets',
      'coupons',
      'documents',
      'installation',
      'label_patients',
      'label_transactions',
      'labels',
      'locations',
      'payment_customers',
      'saved_cards',
      'transactions',
    ],
    why: 'The demo network has a past: rows with dates and states that no call can set.',
  },
];
