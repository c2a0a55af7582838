import type { DB } from '../../kernel/db/tables.generated.ts';
import { benchDecisions } from './personal-data-of-bench.ts';
import { transactionDecisions } from './personal-data-of-orders.ts';
import type { PersonalTable, TableDecision } from './personal-table.ts';

const VIEW = 'A view of rows that are exported from their own tables.';
const COUNTS = 'Numbers that are computed from other tables.';
const CATALOGUE = 'A list of the product or of a site, which is about no person.';
const OUTSIDE = 'Stands for the payment provider’s own system; nothing of the product reads it.';

/** The decision for every table and view: whether it is exported, by which columns, and how it is erased. */
export const personalData: Readonly<Record<keyof DB, TableDecision>> = {
  users: {
    ids: ['id'],
    named: { ids: ['password_set_by'], shown: ['id'] },
    omitted: ['password_hash', 'search_text'],
    erasure: 'overwritten',
  },
  account_keys: { ids: ['user_id'], omitted: ['key_hash'], erasure: 'deleted' },
  account_visits: {
    ids: ['user_id'],
    named: { ids: ['actor_id'], shown: ['id', 'user_id', 'kind', 'reason', 'started_at', 'ends_at'] },
    erasure: 'overwritten',
  },
  api_key_days: { notPersonal: 'How often a program called.' },
  api_keys: { ids: ['owner_id'], omitted: ['hash'], erasure: 'deleted' },
  agreement_acceptances: { ids: ['user_id'], erasure: 'overwritten' },
  audit_log: {
    where:
      "user_id = :person or (subject = 'user' and subject_id = :person::text) or (facts ->> 'person') = :person::text",
    named: { ids: ['actor_id'], shown: ['at', 'action', 'subject', 'subject_id', 'user_id'] },
    omitted: ['previous', 'hash'],
    erasure: 'kept sealed',
  },
  credential_holds: {
    ids: ['user_id'],
    named: { ids: ['by_id'], shown: ['id', 'user_id', 'why', 'created_at'] },
    erasure: 'deleted',
  },
  custody_events: {
    ids: ['patient_id'],
    named: { ids: ['actor_id', 'user_id'], shown: ['patient_id', 'position', 'at', 'kind'] },
    omitted: ['previous', 'hash'],
    erasure: 'kept sealed',
  },
  custody_chains: { ids: ['patient_id'], omitted: ['hash'], erasure: 'kept by number' },
  custom_sites: {
    named: { ids: ['started_by', 'admin_id'], shown: ['site_id', 'started_at', 'configured_at'] },
    erasure: 'kept by number',
  },
  documents: {
    ids: ['signer_id'],
    where: 'signer_id is null and domain_id = :domain and lower(signer_email) = any (:emails)',
    named: { ids: ['center_id'], shown: ['id', 'kind', 'name', 'status', 'requested_at', 'signed_at', 'completed_at'] },
    omitted: ['search_text'],
    erasure: 'overwritten',
  },
  event_progress: { notPersonal: 'The progress of jobs.' },
  events: {
    ids: ['patient_id'],
    where: "subject = 'user' and subject_id = :person",
    erasure: 'kept by number',
  },
  email_changes: { ids: ['user_id'], omitted: ['password_print'], erasure: 'deleted' },
  files: {
    ids: ['owner_id'],
    named: { ids: ['uploaded_by'], shown: ['name', 'given_name', 'media_type', 'bytes', 'created_at'] },
    erasure: 'overwritten',
  },
  guest_links: {
    where:
      '(domain_id = :domain and lower(sent_to) = any (:emails)) or document_id in (select id from documents where signer_id = :person)',
    omitted: ['alias_hash'],
    erasure: 'deleted',
  },
  money_settings: {
    named: { ids: ['updated_by'], shown: ['domain_id', 'updated_at'] },
    erasure: 'kept by number',
  },
  identity_policies: {
    named: { ids: ['updated_by'], shown: ['domain_id', 'updated_at'] },
    erasure: 'kept by number',
  },
  import_chunks: {
    notPersonal:
      'Parts of files as they were sent, kept as a whole until 90 days after the import, also after an erasure.',
  },
  import_files: { notPersonal: 'Files by name and size; what they say of people is in the rows.' },
  import_pdfs: {
    where: 'sha256 in (select sha256 from documents where signer_id = :person)',
    omitted: ['path', 'base'],
    erasure: 'deleted',
  },
  import_rows: {
    where: `(kind in ('people', 'processing') and target_id = :person
      or kind = 'documents' and target_id in (select id from documents where signer_id = :person))`,
    omitted: ['problems', 'before'],
    erasure: 'overwritten',
  },
  import_waves: { named: { ids: ['created_by'], shown: ['id', 'created_at'] }, erasure: 'kept by number' },
  imports: { named: { ids: ['created_by'], shown: ['id', 'name', 'created_at'] }, erasure: 'kept by number' },
  source_keys: {
    where: "kind = 'people' and target_id = :person",
    erasure: 'kept by number',
  },
  vial_aliases: { notPersonal: 'Codes on vials, which name no person.' },
  wave_invitations: { ids: ['user_id'], erasure: 'kept by number' },
  inspection_codes: { notPersonal: 'Codes of inspectors, who have no account.' },
  idempotency_keys: { notPersonal: 'Answers to programs, sealed and kept for a day.' },
  inspection_sessions: { notPersonal: 'Sessions of inspectors, who have no account.' },
  inspections: {
    where: ':person = any (patient_ids)',
    named: { ids: ['made_by', 'ended_by'], shown: ['id', 'agency', 'made_at', 'ended_at'] },
    omitted: ['key_hash', 'patient_ids', 'email'],
    erasure: 'kept by number',
  },
  known_devices: { ids: ['user_id'], omitted: ['device_hash'], erasure: 'deleted' },
  legal_holds: {
    ids: ['user_id'],
    named: { ids: ['by_id', 'ended_by'], shown: ['id', 'user_id', 'created_at', 'ended_at'] },
    erasure: 'overwritten',
  },
  letters: {
    ids: ['user_id'],
    emails: ['recipient'],
    omitted: ['text_body', 'html_body', 'sealed'],
    erasure: 'overwritten',
  },
  locations: { ids: ['user_id'], erasure: 'deleted' },
  login_as_codes: { ids: ['target_id'], omitted: ['code_hash'], erasure: 'deleted' },
  login_challenges: { ids: ['user_id'], omitted: ['hash', 'challenge', 'password_hash'], erasure: 'deleted' },
  mailed_codes: { ids: ['user_id'], omitted: ['code_hmac'], erasure: 'deleted' },
  one_time_passwords: { ids: ['user_id'], omitted: ['password_hash'], erasure: 'deleted' },
  passkeys: { ids: ['user_id'], omitted: ['credential_id', 'public_key'], erasure: 'deleted' },
  patient_records: { ids: ['patient_id'], erasure: 'kept by number' },
  person_keys: { ids: ['user_id'], omitted: ['wrapped'], erasure: 'overwritten' },
  privacy_requests: {
    ids: ['user_id'],
    named: { ids: ['answered_by'], shown: ['id', 'kind', 'state', 'ended_at'] },
    erasure: 'overwritten',
  },
  recovery_codes: { ids: ['user_id'], omitted: ['code_hmac'], erasure: 'deleted' },
  relations: {
    ids: ['subject_id'],
    named: { ids: ['object_id'], shown: ['id', 'kind', 'started_at', 'ended_at'] },
    erasure: 'kept by number',
  },
  request_origins: {
    where: "encode(hash, 'hex') in (select facts ->> 'origin_hash' from audit_log where actor_id = :person)",
    omitted: ['hash', 'salt'],
    erasure: 'deleted',
  },
  sessions: {
    ids: ['user_id'],
    named: { ids: ['actor_id'], shown: ['id', 'kind', 'user_id', 'created_at', 'ended_at'] },
    omitted: ['token_hash', 'file_hash', 'return_hash', 'device_hash'],
    erasure: 'deleted',
  },
  signing_events: { where: signingsOf('signing_id'), erasure: 'overwritten' },
  signing_links: {
    where: signingsOf('signing_id'),
    emails: ['sent_to'],
    omitted: ['link_hash', 'return_to'],
    erasure: 'deleted',
  },
  signing_supplements: { where: signingsOf('signing_id'), erasure: 'overwritten' },
  signings: { where: signingsOf('id'), erasure: 'overwritten' },
  totp_secrets: { ids: ['user_id'], omitted: ['sealed'], erasure: 'deleted' },
  webhook_attempts: { notPersonal: 'How often an address answered.' },
  webhook_deliveries: { notPersonal: 'Which events were sent to an address.' },
  webhook_endpoints: { ids: ['owner_id'], omitted: ['secret', 'former_secret'], erasure: 'deleted' },
  vial_entries: { ids: ['patient_id'], erasure: 'kept by number' },
  commission_disputes: {
    where: 'line_id in (select id from commission_lines where person_id = :person)',
    named: { ids: ['closed_by'], shown: ['id', 'line_id', 'state', 'closed_at'] },
    erasure: 'kept by number',
  },
  commission_lines: {
    ids: ['person_id'],
    named: { ids: ['made_by'], shown: ['id', 'kind', 'transaction_id', 'at'] },
    erasure: 'kept by number',
  },
  commission_messages: { ids: ['author_id'], erasure: 'overwritten' },
  commission_plans: {
    named: { ids: ['house_id', 'made_by', 'adopted_by', 'withdrawn_by'], shown: ['id', 'name', 'starts_on', 'state'] },
    erasure: 'kept by number',
  },
  commission_rules: { ids: ['person_id'], erasure: 'kept by number' },
  commission_simulations: {
    named: { ids: ['made_by'], shown: ['id', 'plan_id', 'from_day', 'to_day', 'at'] },
    erasure: 'kept by number',
  },
  journal_lines: { ids: ['person_id'], erasure: 'kept by number' },
  journal_months: { ids: ['person_id'], erasure: 'kept by number' },
  payee_references: {
    ids: ['user_id'],
    named: { ids: ['changed_by'], shown: ['user_id', 'changed_at'] },
    erasure: 'deleted',
  },
  payout_carried_over: { ids: ['person_id'], erasure: 'kept by number' },
  payout_people: { ids: ['person_id'], erasure: 'overwritten' },
  payout_runs: {
    omitted: ['file_sha256'],
    named: { ids: ['made_by', 'approved_by'], shown: ['id', 'cutoff', 'state', 'made_at'] },
    erasure: 'kept by number',
  },
  ...transactionDecisions,
  ...benchDecisions,

  account_patients: {
    ids: ['patient_id'],
    named: { ids: ['account_id'], shown: ['patient_id', 'kind', 'stage'] },
    erasure: 'kept by number',
  },

  access_archives: { notPersonal: 'Names and hashes of the files of archived months.' },
  access_batches: { notPersonal: 'Hashes of batches of openings.' },
  access_records: {
    ids: ['subject_id', 'actor_id', 'user_id'],
    named: { lists: ['seen'], shown: ['at', 'actor_id', 'what', 'object'] },
    omitted: ['seen'],
    erasure: 'kept by number',
  },
  stamped_heads: { notPersonal: 'Positions and hashes of chains.' },
  time_stamps: { notPersonal: 'Tokens over hashes of files and chains.' },
  account_names: { notPersonal: VIEW },
  active_relations: { notPersonal: VIEW },
  batch_lots_in_use: { notPersonal: VIEW },
  arrivals_in_use: { notPersonal: VIEW },
  commission_lines_in_force: { notPersonal: VIEW },
  expected_account_patients: { notPersonal: VIEW },
  expected_stage_days: { notPersonal: VIEW },
  sales_chains: { notPersonal: VIEW },
  sales_reps: { notPersonal: VIEW },
  selling_clinics: { notPersonal: VIEW },
  account_patient_counts: { notPersonal: COUNTS },
  stage_counts: { notPersonal: COUNTS },
  stage_days: { notPersonal: COUNTS },
  journal_days: { notPersonal: COUNTS },
  journal_entries: { notPersonal: 'Sums of money under the number of a transaction, without words about people.' },
  transaction_months: { notPersonal: COUNTS },
  transaction_tallies: { notPersonal: COUNTS },
  user_blocks: { notPersonal: COUNTS },
  storage_offers: { notPersonal: CATALOGUE },
  asset_items: { notPersonal: CATALOGUE },
  asset_sections: { notPersonal: CATALOGUE },
  assets: { notPersonal: CATALOGUE },
  certificate_challenges: { notPersonal: CATALOGUE },
  coupons: {
    named: { ids: ['harvest_center_id'], shown: ['id', 'name', 'code', 'discount_cents'] },
    erasure: 'kept by number',
  },
  domains: { notPersonal: CATALOGUE },
  plans: { notPersonal: CATALOGUE },
  products: { notPersonal: CATALOGUE },
  relation_rules: { notPersonal: CATALOGUE },
  tags: { notPersonal: CATALOGUE },
  sandbox_cards: { notPersonal: OUTSIDE },
  sandbox_charges: { notPersonal: OUTSIDE },
  sandbox_customers: { notPersonal: OUTSIDE },
  sandbox_tokens: { notPersonal: OUTSIDE },
  sandbox_refunds: { notPersonal: OUTSIDE },
  gateway_records: { notPersonal: 'What the payment provider lists: its numbers, amounts and times.' },
  reconciliation_runs: {
    named: { ids: ['made_by'], shown: ['id', 'at', 'state'] },
    erasure: 'kept by number',
  },
  audit_chains: { notPersonal: 'The last hash of each site’s log.' },
  backfills: { notPersonal: 'The progress of jobs.' },
  commission_backlogs: { notPersonal: 'The progress of jobs.' },
  document_sweeps: { notPersonal: 'The progress of jobs.' },
  installation: { notPersonal: 'What this installation is.' },
  job_workers: { notPersonal: 'The processes that run jobs.' },
  rate_limits: { notPersonal: 'Counters by hash, which are deleted after two days.' },
};

function signingsOf(column: string): string {
  return `${column} in (select provider_id from documents where signer_id = :person and provider = 'builtin'
    union select id from signings where domain_id = :domain and lower(signer_email) = any (:emails)
      and not exists (select from documents where provider = 'builtin' and provider_id = signings.id and signer_id <> :person))`;
}

export function isPersonal(decision: TableDecision): decision is PersonalTable {
  return !('notPersonal' in decision);
}
