// Written by `npm run generate` from the migrated database. Do not edit.

import type { Plan } from '@vialkeep/contract/plans.ts';
import type { ColumnType } from 'kysely';

/** The database fills it in where nothing is given. */
export type Defaulted<T> =
  T extends ColumnType<infer Read, infer Insert, infer Update>
    ? ColumnType<Read, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>;

/** A moment: read as a Date, written as a Date or by the database itself. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** Read as what was stored, written as JSON text. */
export type Json = ColumnType<unknown, string, string>;

export type RelationKind = 'center' | 'referral_center' | 'lab' | 'rep' | 'manager' | 'distributor' | 'affiliate';

export type SessionKind = 'login' | 'login_as' | 'staff_access';

export type SigningEventKind = 'made' | 'opened' | 'signed' | 'declined' | 'sealed';

export type SigningState = 'pending' | 'signed' | 'declined';

export type AccessArchives = {
  month: string;
  file: string;
  sha256: string;
  rows: number;
  archived_at: Defaulted<Timestamp>;
  deleted_at: Timestamp | null;
};

export type AccessBatches = {
  writer: string;
  batch: number;
  rows: number;
  first_at: Timestamp;
  last_at: Timestamp;
  previous: Buffer;
  sha256: Buffer;
};

export type AccessRecords = {
  at: Timestamp;
  domain_id: number;
  subject_id: number | null;
  actor_id: number | null;
  user_id: number | null;
  session_id: number;
  inspection_id: number | null;
  what: number;
  object: Defaulted<string>;
  seen: number[] | null;
  reason: string | null;
  writer: string;
  batch: number;
};

export type AccountKeys = {
  key_hash: Buffer;
  domain_id: number;
  site_id: number;
  user_id: number;
  purpose: string;
  subject_id: number | null;
  created_at: Defaulted<Timestamp>;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  ended_at: Timestamp | null;
};

export type AccountNames = {
  id: number;
  domain_id: number;
  plan_id: Plan;
  username: string;
  company: string;
  email: string;
  is_active: boolean;
};

export type AccountPatientCounts = {
  account_id: number;
  kind: RelationKind;
  domain_id: number;
  center_id: number | null;
  is_current: boolean;
  stage: string;
  patients: number;
  stored_vials: number;
};

export type AccountPatients = {
  account_id: number;
  patient_id: number;
  kind: RelationKind;
  domain_id: number;
  center_id: number | null;
  is_current: boolean;
  stage: string;
  stage_since: string | null;
  estimated_date_vials_ready_to_ship: string | null;
  stemcell_plating_successful: number | null;
  sterility_end_date: string | null;
  sterility_complete: boolean | null;
  stored_vials: number;
  has_vials: boolean;
};

export type AccountVisits = {
  id: Defaulted<number>;
  domain_id: number;
  user_id: number;
  actor_id: number;
  kind: string;
  session_id: number | null;
  reason: string | null;
  started_at: Defaulted<Timestamp>;
  ends_at: Timestamp;
  told_at: Timestamp | null;
  noted_at: Timestamp | null;
};

export type ActiveRelations = {
  id: number;
  domain_id: number;
  subject_id: number;
  kind: RelationKind;
  object_id: number;
  started_at: Timestamp;
  is_single: boolean;
};

export type AgreementAcceptances = {
  id: Defaulted<number>;
  domain_id: number;
  user_id: number;
  session_id: number;
  text_version: string;
  text_sha256: string;
  written_time: string;
  address: string;
  accepted_at: Defaulted<Timestamp>;
};

export type ApiKeyDays = {
  api_key_id: number;
  day: string;
  domain_id: number;
  calls: number;
  refused: Defaulted<number>;
};

export type ApiKeys = {
  id: Defaulted<number>;
  domain_id: number;
  owner_id: number;
  site_id: number;
  name: string;
  prefix: string;
  hash: Buffer;
  scopes: string[];
  created_at: Defaulted<Timestamp>;
  expires_on: string;
  last_used_at: Timestamp | null;
  last_network: string | null;
  replaced_by: number | null;
  dies_at: Timestamp | null;
  revoked_at: Timestamp | null;
  warned_days: number | null;
};

export type ArrivalCorrections = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  arrival_id: number;
  patient_id: number;
  tracking_number: string;
  arrived_at: Timestamp;
  condition: string;
  indicator: string;
  temperature_c: number | null;
  identity_matches: boolean;
  transit_minutes: number | null;
  window_minutes: number;
  decision: string;
  reason: string;
  operator_id: number | null;
  at: Defaulted<Timestamp>;
  kit_fault: string | null;
};

export type ArrivalPhotos = {
  arrival_id: number;
  n: number;
  domain_id: number;
  lab_id: number;
  file: string;
};

export type Arrivals = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  patient_id: number;
  harvest_id: number | null;
  tracking_number: Defaulted<string>;
  arrived_at: Timestamp;
  condition: string;
  indicator: string;
  temperature_c: number | null;
  identity_matches: boolean;
  transit_minutes: number | null;
  window_minutes: number;
  decision: string;
  reason: Defaulted<string>;
  operator_id: number | null;
  kit_id: number | null;
  kit_fault: string | null;
};

export type ArrivalsInUse = {
  id: number | null;
  domain_id: number | null;
  lab_id: number | null;
  patient_id: number | null;
  harvest_id: number | null;
  tracking_number: string | null;
  arrived_at: Timestamp | null;
  condition: string | null;
  indicator: string | null;
  temperature_c: number | null;
  identity_matches: boolean | null;
  transit_minutes: number | null;
  window_minutes: number | null;
  decision: string | null;
  reason: string | null;
  operator_id: number | null;
  kit_id: number | null;
  kit_fault: string | null;
  is_taken_back: boolean | null;
};

export type AssetItems = {
  id: Defaulted<number>;
  asset_id: number;
  type: number;
  name: Defaulted<string>;
  path: string;
  file: ColumnType<string | null, never, never>;
};

export type AssetSections = {
  id: Defaulted<number>;
  asset_id: number;
  url: string;
};

export type Assets = {
  id: Defaulted<number>;
  domain_id: number | null;
  asset_name: string;
  description: string;
  plan_ids: Defaulted<number[]>;
  created_at: Defaulted<Timestamp>;
};

export type AuditChains = {
  domain_id: number;
  position: number;
  hash: Buffer;
};

export type AuditLog = {
  domain_id: number;
  position: Defaulted<number>;
  at: Defaulted<Timestamp>;
  actor_id: number | null;
  user_id: number | null;
  session_id: number | null;
  action: string;
  subject: string;
  subject_id: string;
  facts: Defaulted<Json>;
  request_id: string;
  previous: Defaulted<Buffer>;
  hash: Defaulted<Buffer>;
};

export type Backfills = {
  name: string;
  position: Defaulted<number>;
  handled: Defaulted<number>;
  started_at: Defaulted<Timestamp>;
  finished_at: Timestamp | null;
};

export type BatchLotCorrections = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  batch_id: number;
  lot_id: number;
  is_used: boolean;
  operator_id: number | null;
  at: Defaulted<Timestamp>;
};

export type BatchLots = {
  batch_id: number;
  lot_id: number;
  domain_id: number;
  lab_id: number;
  operator_id: number | null;
  at: Defaulted<Timestamp>;
};

export type BatchLotsInUse = {
  batch_id: number;
  lot_id: number;
  domain_id: number;
  lab_id: number;
  operator_id: number | null;
  at: Timestamp;
};

export type Batches = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  patient_id: number;
  arrival_id: number | null;
  code: string;
  passage: number;
  opened_on: string;
  state: Defaulted<string>;
  version: Defaulted<number>;
};

export type BenchShifts = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  session_id: number;
  operator_id: number;
  until: Timestamp;
};

export type CertificateChallenges = {
  token: string;
  answer: string;
  created_at: Defaulted<Timestamp>;
};

export type Checkouts = {
  id: Defaulted<number>;
  domain_id: number;
  buyer_id: number;
  actor_id: number;
  invoice_id: number;
  fingerprint: Buffer;
  ordered: Json;
  total_cents: number;
  coupon_id: number | null;
  gateway: string;
  reference: string;
  state: Defaulted<string>;
  gateway_id: string | null;
  card_brand: Defaulted<string>;
  card_last4: Defaulted<string>;
  message: Defaulted<string>;
  transaction_id: number | null;
  begun_at: Defaulted<Timestamp>;
  settled_at: Timestamp | null;
  card_refusal: string | null;
};

export type CommissionBacklogs = {
  plan_id: number;
  domain_id: number;
  position: Defaulted<number>;
  handled: Defaulted<number>;
  finished_at: Timestamp | null;
};

export type CommissionDisputes = {
  id: Defaulted<number>;
  domain_id: number;
  line_id: number;
  state: Defaulted<string>;
  opened_at: Defaulted<Timestamp>;
  closed_at: Timestamp | null;
  closed_by: number | null;
};

export type CommissionLines = {
  id: Defaulted<number>;
  domain_id: number;
  person_id: number;
  level: string;
  kind: string;
  transaction_id: number | null;
  refund_id: number | null;
  rule_id: number | null;
  of_line_id: number | null;
  version: Defaulted<number>;
  base_cents: Defaulted<number>;
  rate_bp: number | null;
  piece_cents: number | null;
  quantity: Defaulted<number>;
  cents: number;
  earned_on: Defaulted<string>;
  payable_on: string;
  retained: boolean;
  reason: Defaulted<string>;
  made_by: number | null;
  at: Defaulted<Timestamp>;
  born_paid: Defaulted<boolean>;
  payout_id: number | null;
  paid_on: string | null;
  paid_how: string | null;
};

export type CommissionLinesInForce = {
  id: number;
  domain_id: number;
  person_id: number;
  level: string;
  kind: string;
  transaction_id: number | null;
  refund_id: number | null;
  rule_id: number | null;
  of_line_id: number | null;
  version: number;
  base_cents: number;
  rate_bp: number | null;
  piece_cents: number | null;
  quantity: number;
  cents: number;
  earned_on: string;
  payable_on: string;
  retained: boolean;
  reason: string;
  made_by: number | null;
  at: Timestamp;
  born_paid: boolean;
  payout_id: number | null;
  paid_on: string | null;
  paid_how: string | null;
};

export type CommissionMessages = {
  id: Defaulted<number>;
  dispute_id: number;
  domain_id: number;
  author_id: number;
  text: string;
  at: Defaulted<Timestamp>;
};

export type CommissionPlans = {
  id: Defaulted<number>;
  domain_id: number | null;
  name: string;
  starts_on: string;
  ends_on: string | null;
  hold_days: Defaulted<number>;
  state: Defaulted<string>;
  empty_seats: Defaulted<string>;
  house_id: number | null;
  note: Defaulted<string>;
  version: Defaulted<number>;
  made_by: number | null;
  adopted_by: number | null;
  adopted_at: Timestamp | null;
  withdrawn_by: number | null;
  withdrawn_at: Timestamp | null;
};

export type CommissionRules = {
  id: Defaulted<number>;
  plan_id: number;
  domain_id: number | null;
  level: string;
  product_ids: Defaulted<number[]>;
  person_id: number | null;
  rate_bp: number | null;
  piece_cents: number | null;
  base: Defaulted<string>;
  words: Defaulted<string>;
};

export type CommissionSimulations = {
  id: Defaulted<number>;
  domain_id: number | null;
  plan_id: number;
  from_day: string;
  to_day: string;
  state: Defaulted<string>;
  result: Json | null;
  made_by: number | null;
  at: Defaulted<Timestamp>;
};

export type CountLines = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  count_id: number;
  code: string;
  position: number | null;
  finding: string;
  resolution: string | null;
  note: Defaulted<string>;
};

export type CouponUses = {
  reference: string;
  coupon_id: number;
  domain_id: number;
  user_id: number;
  product_id: number;
  discount_cents: number;
  taken_at: Defaulted<Timestamp>;
  released_at: Timestamp | null;
};

export type Coupons = {
  id: Defaulted<number>;
  domain_id: number | null;
  name: string;
  code: string;
  discount_cents: number;
  max_use_number: Defaulted<number>;
  used_number: Defaulted<number>;
  is_active: Defaulted<boolean>;
  product_ids: Defaulted<number[]>;
  harvest_center_id: number | null;
  version: Defaulted<number>;
  created_at: Defaulted<Timestamp>;
  removed_at: Timestamp | null;
};

export type CredentialHolds = {
  id: Defaulted<number>;
  domain_id: number;
  user_id: number;
  why: string;
  by_id: number | null;
  created_at: Defaulted<Timestamp>;
  until: Timestamp | null;
  cleared_at: Timestamp | null;
  cleared_by: string | null;
};

export type CustodyChains = {
  patient_id: number;
  domain_id: number;
  position: number;
  hash: Buffer;
};

export type CustodyEvents = {
  patient_id: number;
  domain_id: number;
  position: Defaulted<number>;
  at: Defaulted<Timestamp>;
  actor_id: number | null;
  user_id: number | null;
  kind: string;
  occurred_on: string | null;
  facts: Defaulted<Json>;
  request_id: string;
  previous: Defaulted<Buffer>;
  hash: Defaulted<Buffer>;
};

export type CustomSites = {
  site_id: number;
  started_by: number;
  started_at: Defaulted<Timestamp>;
  description: Defaulted<string>;
  configured_at: Timestamp | null;
  admin_id: number | null;
  folder_at: Timestamp | null;
  domain_file_at: Timestamp | null;
  checked_at: Timestamp | null;
  found: string[] | null;
  up_at: Timestamp | null;
  certified_at: Timestamp | null;
  certified_until: Timestamp | null;
};

export type DeviationLetters = {
  deviation_id: number;
  user_id: number;
  domain_id: number;
  lab_id: number;
  written_at: Defaulted<Timestamp>;
};

export type DeviationVials = {
  deviation_id: number;
  vial_id: number;
  domain_id: number;
  lab_id: number;
  state_then: string;
  order_id: number | null;
  center_id: number | null;
};

export type Deviations = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  title: string;
  text: string;
  is_drill: Defaulted<boolean>;
  source: Json;
  state: Defaulted<string>;
  risk: string | null;
  conclusion: Defaulted<string>;
  signature_id: number | null;
  opened_at: Defaulted<Timestamp>;
  closed_at: Timestamp | null;
  recalled_at: Timestamp | null;
};

export type DiscardPhotos = {
  discard_id: number;
  n: number;
  domain_id: number;
  lab_id: number;
  file: string;
};

export type Discards = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  basis: string;
  document_id: number | null;
  note: string;
  signature_id: number;
  discarded_at: Defaulted<Timestamp>;
};

export type DocumentSweeps = {
  provider: string;
  swept_until: Timestamp;
};

export type Documents = {
  id: Defaulted<number>;
  domain_id: number;
  document_id: string;
  kind: string;
  name: string;
  status: Defaulted<string>;
  origin: Defaulted<string>;
  provider: string | null;
  provider_id: string | null;
  attempt: Defaulted<number>;
  refused: string | null;
  signer_id: number | null;
  signer_name: string;
  signer_email: string;
  center_id: number | null;
  template_id: string | null;
  file: string | null;
  sha256: string | null;
  code: string;
  requested_at: Defaulted<Timestamp>;
  sent_at: Timestamp | null;
  looked_at: Timestamp | null;
  emailed_at: Timestamp | null;
  reminders_sent: Defaulted<number>;
  signed_at: Timestamp | null;
  completed_at: Timestamp | null;
  hidden_at: Timestamp | null;
  search_text: ColumnType<string, never, never>;
  linked_at: Timestamp | null;
  destroyed_at: Timestamp | null;
};

export type Domains = {
  id: Defaulted<number>;
  name: string;
  host: string;
  url: string | null;
  product: string;
  brand: string;
  support_email: string;
  email_sender: string;
  colour: Defaulted<string>;
  logo: string | null;
  is_main: Defaulted<boolean>;
  created_at: Defaulted<Timestamp>;
};

export type EmailChanges = {
  id: Defaulted<number>;
  domain_id: number;
  user_id: number;
  asked_by: string;
  old_email: string;
  new_email: string;
  session_id: number | null;
  created_at: Defaulted<Timestamp>;
  letters_at: Timestamp | null;
  expires_at: Defaulted<Timestamp>;
  confirmed_at: Timestamp | null;
  approved_at: Timestamp | null;
  approved_by: string | null;
  applied_at: Timestamp | null;
  undo_until: Timestamp | null;
  password_print: Buffer | null;
  ended_at: Timestamp | null;
  ended_why: string | null;
};

export type EventProgress = {
  one_row: Defaulted<boolean>;
  fanned_out: number;
};

export type Events = {
  id: Defaulted<number>;
  domain_id: number;
  at: Defaulted<Timestamp>;
  type: string;
  subject: string;
  subject_id: number;
  patient_id: number | null;
  center_id: number | null;
  data: Json;
};

export type ExpectedAccountPatients = {
  account_id: number | null;
  patient_id: number | null;
  kind: RelationKind | null;
  domain_id: number | null;
  center_id: number | null;
  is_current: boolean | null;
  stage: string | null;
  stage_since: string | null;
  estimated_date_vials_ready_to_ship: string | null;
  stemcell_plating_successful: number | null;
  sterility_end_date: string | null;
  sterility_complete: boolean | null;
  stored_vials: number | null;
  has_vials: boolean | null;
};

export type ExpectedStageDays = {
  domain_id: number | null;
  account_id: number | null;
  stage: string | null;
  what: string | null;
  day: string | null;
  patients: number | null;
};

export type Files = {
  name: string;
  domain_id: number;
  owner_id: number;
  uploaded_by: number;
  given_name: Defaulted<string>;
  media_type: string;
  bytes: number;
  sha256: string;
  created_at: Defaulted<Timestamp>;
};

export type GatewayRecords = {
  gateway: string;
  gateway_id: string;
  kind: string;
  domain_id: number | null;
  reference: string;
  charge_id: string | null;
  cents: number;
  state: string;
  batch: string | null;
  submitted_at: Timestamp;
  settled_at: Timestamp | null;
  seen_at: Timestamp;
};

export type GuestLinks = {
  alias_hash: Buffer;
  domain_id: number;
  document_id: number;
  sent_to: string;
  created_at: Defaulted<Timestamp>;
  expires_at: Timestamp;
  ended_at: Timestamp | null;
};

export type Harvests = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  kit_id: number;
  patient_id: number;
  center_id: number;
  harvested_at: Timestamp;
  volume_ml: number | null;
  note: Defaulted<string>;
  late_letters: Defaulted<number>;
};

export type IdempotencyKeys = {
  api_key_id: number;
  text: string;
  domain_id: number;
  route: string;
  body_sha256: Buffer;
  answer: string | null;
  created_at: Defaulted<Timestamp>;
};

export type IdentityPolicies = {
  domain_id: number;
  second_factor_plans: number[] | null;
  grace_days: number | null;
  step_up: boolean | null;
  verify_email: boolean | null;
  review_sign_ups: boolean | null;
  acting_reason: string | null;
  idle_minutes_staff: number | null;
  idle_minutes_others: number | null;
  new_device_letter: boolean | null;
  updated_at: Defaulted<Timestamp>;
  updated_by: number | null;
};

export type ImportChunks = {
  file_id: number;
  n: number;
  domain_id: number;
  bytes: number;
  sha256: string;
  stored_name: string;
  is_stored: Defaulted<boolean>;
};

export type ImportFiles = {
  id: Defaulted<number>;
  import_id: number;
  domain_id: number;
  kind: string;
  name: string;
  bytes: number;
  sha256: string;
  completed_at: Timestamp | null;
  columns: Defaulted<Json>;
  mapping: Defaulted<Json>;
  value_map: Defaulted<Json>;
  seen_values: Defaulted<Json>;
  format: Json | null;
  date_format: string | null;
  dates_ambiguous: Defaulted<boolean>;
  row_count: Defaulted<number>;
  read_rows: Defaulted<number>;
  to_create: Defaulted<number>;
  existing: Defaulted<number>;
  problem_rows: Defaulted<number>;
  applied: Defaulted<number>;
  emptied_at: Timestamp | null;
};

export type ImportPdfs = {
  file_id: number;
  n: number;
  domain_id: number;
  import_id: number;
  name: string;
  path: string;
  base: string;
  bytes: number;
  sha256: string | null;
  fault: string | null;
  is_named: Defaulted<boolean>;
};

export type ImportRows = {
  file_id: number;
  row_no: number;
  domain_id: number;
  import_id: number;
  kind: string;
  key: string | null;
  email: string | null;
  data: Defaulted<Json>;
  problems: Defaulted<Json>;
  state: Defaulted<string>;
  is_related: Defaulted<boolean>;
  target_id: number | null;
  before: Json | null;
};

export type ImportWaves = {
  id: Defaulted<number>;
  import_id: number;
  domain_id: number;
  plans: number[];
  per_hour: number;
  starts_at: Defaulted<Timestamp>;
  state: Defaulted<string>;
  invited: Defaulted<number>;
  paid_until: Timestamp | null;
  created_by: number;
  created_at: Defaulted<Timestamp>;
};

export type Imports = {
  id: Defaulted<number>;
  domain_id: number;
  name: string;
  state: Defaulted<string>;
  missing_email: Defaulted<string>;
  check_no: Defaulted<number>;
  failure: string | null;
  done_rows: Defaulted<number>;
  created_by: number;
  created_at: Defaulted<Timestamp>;
  checked_at: Timestamp | null;
  applied_at: Timestamp | null;
  undone_at: Timestamp | null;
  undo_reason: Defaulted<string>;
  is_undo_checked: Defaulted<boolean>;
  stopped_at: Timestamp | null;
};

export type InspectionCodes = {
  id: Defaulted<number>;
  domain_id: number;
  inspection_id: number;
  code_hmac: Buffer;
  tries: Defaulted<number>;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  ended_at: Timestamp | null;
};

export type InspectionSessions = {
  id: Defaulted<number>;
  domain_id: number;
  inspection_id: number;
  token_hash: Buffer;
  opened_at: Defaulted<Timestamp>;
  last_seen_at: Defaulted<Timestamp>;
  ended_at: Timestamp | null;
};

export type Inspections = {
  id: Defaulted<number>;
  domain_id: number;
  agency: string;
  name: string;
  email: string;
  reason: string;
  patient_ids: number[] | null;
  with_names: Defaulted<boolean>;
  made_by: number;
  made_at: Defaulted<Timestamp>;
  ends_at: Timestamp;
  ended_at: Timestamp | null;
  ended_by: number | null;
  key_hash: Buffer;
};

export type Installation = {
  id: Defaulted<boolean>;
  demo: Defaulted<boolean>;
  data_key_print: string | null;
  created_at: Defaulted<Timestamp>;
  reviews_since: Defaulted<Timestamp>;
};

export type JobWorkers = {
  worker_id: string;
  process_key: number;
};

export type JournalDays = {
  domain_id: number;
  account: number;
  day: string;
  entries: number;
  debit_cents: number;
  credit_cents: number;
};

export type JournalEntries = {
  id: Defaulted<number>;
  domain_id: number;
  at: Defaulted<Timestamp>;
  day: Defaulted<string>;
  kind: string;
  key: string;
  memo: string;
  digest: Buffer;
  reverses: number | null;
};

export type JournalLines = {
  entry_id: number;
  n: number;
  domain_id: number;
  account: number;
  cents: number;
  person_id: number | null;
  transaction_id: number | null;
  product_id: number | null;
};

export type JournalMonths = {
  domain_id: number;
  account: number;
  person_id: Defaulted<number>;
  month: string;
  debit_cents: number;
  credit_cents: number;
};

export type Kits = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  lot_id: number;
  code: string;
  serial: string | null;
  state: Defaulted<string>;
  center_id: number | null;
  sent_at: Timestamp | null;
  reason: Defaulted<string>;
};

export type KnownDevices = {
  user_id: number;
  device_hash: Buffer;
  domain_id: number;
  first_seen_at: Defaulted<Timestamp>;
  last_seen_at: Defaulted<Timestamp>;
  trusted_until: Timestamp | null;
};

export type LabOperators = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  name: string;
  code: string;
  pin_hash: string;
  pin_is_once: Defaulted<boolean>;
  may_sign: Defaulted<boolean>;
  ended_at: Timestamp | null;
};

export type LabSettings = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  bench_on: Defaulted<boolean>;
  release_policy: Defaulted<string>;
  reserve_on_order: Defaulted<boolean>;
  short_orders: Defaulted<string>;
  tissue_hours: Defaulted<number>;
  viability_min: Defaulted<number>;
  required_tests: Defaulted<string[]>;
  shift_minutes: Defaulted<number>;
  label_note: Defaulted<string>;
  version: Defaulted<number>;
};

export type LabelPatients = {
  label_id: number;
  domain_id: number;
  patient_id: number;
};

export type LabelPrints = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  codes: string[];
  format: string;
  reason: string | null;
  operator_id: number | null;
  at: Defaulted<Timestamp>;
};

export type LabelTransactions = {
  transaction_id: number;
  label_id: number;
  domain_id: number;
};

export type Labels = {
  id: Defaulted<number>;
  domain_id: number;
  version: Defaulted<number>;
  requester_id: number;
  center_id: number;
  center_email: string;
  representative: string;
  doctor_name: Defaulted<string>;
  doctor_email: Defaulted<string>;
  doctor_phone: Defaulted<string>;
  other_patient_name: Defaulted<string>;
  label_date: string;
  address1: string;
  address2: Defaulted<string>;
  city: string;
  state_desc: string;
  country_desc: string;
  zip_code: string;
  requested_at: Defaulted<Timestamp>;
  file: string | null;
  tracking_link: Defaulted<string>;
  tracking_number: Defaulted<string>;
  made_at: Timestamp | null;
  letter_id: number | null;
  notified_at: Timestamp | null;
  asked_carrier_at: Timestamp | null;
  carrier_doubt: string | null;
  shipment_state: string | null;
  shipment_words: Defaulted<string>;
  delivered_at: Timestamp | null;
  tracked_at: Timestamp | null;
};

export type LegalHolds = {
  id: Defaulted<number>;
  domain_id: number;
  user_id: number;
  reason: string;
  by_id: number;
  created_at: Defaulted<Timestamp>;
  ended_at: Timestamp | null;
  ended_by: number | null;
};

export type Letters = {
  id: Defaulted<number>;
  domain_id: number;
  user_id: number | null;
  kind: string;
  recipient: string;
  sender: string;
  subject: string;
  text_body: string;
  html_body: string;
  message_id: string;
  created_at: Defaulted<Timestamp>;
  sent_at: Timestamp | null;
  refused_at: Timestamp | null;
  refused_why: string | null;
  sealed: Defaulted<boolean>;
  secret_until: Timestamp | null;
};

export type Locations = {
  id: Defaulted<number>;
  domain_id: number;
  user_id: number;
  location_name: Defaulted<string>;
  address1: string;
  address2: Defaulted<string>;
  city: string;
  state_desc: string;
  country_desc: string;
  zip_code: Defaulted<string>;
  is_default: Defaulted<boolean>;
  created_at: Defaulted<Timestamp>;
};

export type LoginAsCodes = {
  code_hash: Buffer;
  domain_id: number;
  session_id: number;
  target_id: number;
  site_id: number;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  reason: string | null;
};

export type LoginChallenges = {
  hash: Buffer;
  domain_id: number;
  site_id: number;
  purpose: string;
  user_id: number | null;
  session_id: number | null;
  challenge: string | null;
  proved_by: string | null;
  one_time_id: number | null;
  password_hash: string | null;
  tries: Defaulted<number>;
  created_at: Defaulted<Timestamp>;
  expires_at: Timestamp;
  used_at: Timestamp | null;
};

export type LotCorrections = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  lot_id: number;
  expires_on_before: string | null;
  expires_on: string | null;
  reason: string;
  operator_id: number | null;
  at: Defaulted<Timestamp>;
};

export type Lots = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  kind: string;
  name: string;
  gtin: string | null;
  lot: string;
  expires_on: string | null;
  received_on: string;
  held_by: number | null;
};

export type MailedCodes = {
  id: Defaulted<number>;
  domain_id: number;
  user_id: number;
  purpose: string;
  code_hmac: Buffer;
  tries: Defaulted<number>;
  created_at: Defaulted<Timestamp>;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  ended_at: Timestamp | null;
};

export type MoneySettings = {
  domain_id: number;
  commissions: Defaulted<boolean>;
  storage: Defaulted<boolean>;
  four_eyes_cents: Defaulted<number>;
  four_eyes_before: number | null;
  four_eyes_raised: Timestamp | null;
  min_payout_cents: Defaulted<number>;
  dunning_days: Defaulted<number[]>;
  grace_after_days: Defaulted<number>;
  grace_days: Defaulted<number>;
  counsel_noted: Defaulted<boolean>;
  version: Defaulted<number>;
  updated_at: Defaulted<Timestamp>;
  updated_by: number | null;
};

export type Moves = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  vial_id: number | null;
  place_id: number | null;
  from_box: number | null;
  from_position: number | null;
  to_box: number | null;
  position: number | null;
  from_parent: number | null;
  to_parent: number | null;
  at: Defaulted<Timestamp>;
  operator_id: number | null;
  action_id: string | null;
};

export type OneTimePasswords = {
  id: Defaulted<number>;
  domain_id: number;
  user_id: number;
  password_hash: Buffer;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  created_at: Defaulted<Timestamp>;
};

export type Passkeys = {
  id: Defaulted<number>;
  domain_id: number;
  user_id: number;
  credential_id: Buffer;
  rp_id: string;
  public_key: Buffer;
  counter: Defaulted<number>;
  transports: Defaulted<string[]>;
  label: string;
  created_at: Defaulted<Timestamp>;
  last_used_at: Timestamp | null;
};

export type PatientRecords = {
  patient_id: number;
  domain_id: number;
  lab_id: Defaulted<string>;
  date_adipose_shipped_to_lab: string | null;
  date_adipose_received_by_lab: string | null;
  estimated_date_vials_ready_to_ship: string | null;
  estimated_is_manual: Defaulted<boolean>;
  number_times_qc_done: Defaulted<string>;
  stemcell_plating_initiated_date: string | null;
  stemcell_plating_successful: number | null;
  date_vials_ready_to_ship: string | null;
  vials_preparation: Defaulted<number>;
  hla_typing_test: number | null;
  sterility_start_date: string | null;
  sterility_end_date: string | null;
  sterility_complete: boolean | null;
  is_current: Defaulted<boolean>;
  stage: ColumnType<string, never, never>;
  stage_since: ColumnType<string | null, never, never>;
};

export type PayeeReferences = {
  user_id: number;
  domain_id: number;
  reference: string;
  changed_by: number | null;
  changed_at: Defaulted<Timestamp>;
};

export type PaymentCustomers = {
  user_id: number;
  domain_id: number;
  gateway: string;
  reference: string;
  customer_id: string | null;
  created_at: Defaulted<Timestamp>;
};

export type PayoutCarriedOver = {
  run_id: number;
  person_id: number;
  domain_id: number;
  cents: number;
};

export type PayoutPeople = {
  run_id: number;
  person_id: number;
  domain_id: number;
  cents: number;
  state: Defaulted<string>;
  paid_on: string | null;
  reference: Defaulted<string>;
  approval: Defaulted<number>;
  payee_name: string | null;
  payee_reference: string | null;
  returned_at: Timestamp | null;
  note: Defaulted<string>;
};

export type PayoutRuns = {
  id: Defaulted<number>;
  domain_id: number;
  cutoff: string;
  state: Defaulted<string>;
  made_by: number | null;
  made_at: Defaulted<Timestamp>;
  approved_by: number | null;
  approved_at: Timestamp | null;
  approvals: Defaulted<number>;
  file_sha256: Buffer | null;
  version: Defaulted<number>;
};

export type PersonKeys = {
  user_id: number;
  domain_id: number;
  wrapped: string | null;
  created_at: Defaulted<Timestamp>;
  destroyed_at: Timestamp | null;
};

export type Places = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  parent_id: number | null;
  kind: string;
  name: string;
  code: string;
  rows: number | null;
  columns: number | null;
  filled: Defaulted<number>;
  capacity: Defaulted<number>;
  retired_at: Timestamp | null;
};

export type Plans = {
  id: number;
  name: string;
};

export type PrivacyRequests = {
  id: Defaulted<number>;
  domain_id: number;
  user_id: number;
  kind: string;
  text: Defaulted<string>;
  state: Defaulted<string>;
  received_at: Defaulted<Timestamp>;
  due_on: Defaulted<string>;
  answer: Defaulted<string>;
  answered_by: number | null;
  ended_at: Timestamp | null;
  file: string | null;
  file_bytes: number | null;
  file_until: Timestamp | null;
};

export type Products = {
  id: number;
  name: string;
  description: string;
  price_cents: number;
  shipping_fee_cents: number;
};

export type QcResults = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  batch_id: number;
  test: string;
  value: number | null;
  unit: string;
  limit_words: string;
  verdict: string;
  sampled_on: string;
  replaces_id: number | null;
  reason: Defaulted<string>;
  operator_id: number | null;
};

export type RateLimits = {
  bucket: string;
  subject_hash: Buffer;
  window_start: Timestamp;
  hits: number;
};

export type ReconciliationItems = {
  id: Defaulted<number>;
  domain_id: number | null;
  kind: string;
  gateway: string;
  gateway_id: string;
  about: string;
  transaction_id: number | null;
  refund_id: number | null;
  reference: Defaulted<string>;
  ours_cents: number | null;
  theirs_cents: number | null;
  state: Defaulted<string>;
  how: string | null;
  note: Defaulted<string>;
  requested_by: number | null;
  resolved_by: number | null;
  opened_at: Defaulted<Timestamp>;
  resolved_at: Timestamp | null;
  way: string | null;
  sent_reference: string | null;
  begun_at: Timestamp | null;
  message: Defaulted<string>;
  write_off_by: number | null;
  write_off_note: Defaulted<string>;
};

export type ReconciliationRuns = {
  id: Defaulted<number>;
  at: Defaulted<Timestamp>;
  from_day: string;
  to_day: string;
  matched: Defaulted<number>;
  differences: Defaulted<number>;
  state: Defaulted<string>;
  message: Defaulted<string>;
  ended_at: Timestamp | null;
  made_by: number | null;
};

export type RecoveryCodes = {
  id: Defaulted<number>;
  domain_id: number;
  user_id: number;
  code_hmac: Buffer;
  created_at: Defaulted<Timestamp>;
  used_at: Timestamp | null;
};

export type Refunds = {
  id: Defaulted<number>;
  domain_id: number;
  transaction_id: number | null;
  cents: number;
  way: string | null;
  reason: string;
  note: string;
  key: string;
  return_coupon: Defaulted<boolean>;
  requested_by: number;
  approved_by: number | null;
  state: string;
  reference: string;
  gateway_id: string | null;
  message: Defaulted<string>;
  requested_at: Defaulted<Timestamp>;
  begun_at: Timestamp | null;
  settled_at: Timestamp | null;
  invoice_id: number | null;
  unearned_cents: Defaulted<number>;
};

export type RelationRules = {
  subject_plan: Plan;
  kind: RelationKind;
  object_plan: Plan;
  is_single: boolean;
};

export type Relations = {
  id: Defaulted<number>;
  domain_id: number;
  subject_id: number;
  kind: RelationKind;
  object_id: number;
  approved_at: Defaulted<Timestamp | null>;
  started_at: Defaulted<Timestamp>;
  ended_at: Timestamp | null;
  is_single: Defaulted<boolean>;
};

export type RequestOrigins = {
  hash: Buffer;
  domain_id: number;
  at: Defaulted<Timestamp>;
  salt: Buffer;
  address: string;
  device: string;
};

export type SalesChains = {
  user_id: number | null;
  rep_id: number | null;
  manager_id: number | null;
  distributor_id: number | null;
  affiliate_id: number | null;
};

export type SalesReps = {
  user_id: number | null;
  rep_id: number | null;
};

export type SandboxCards = {
  id: Defaulted<number>;
  customer_id: number;
  brand: string;
  last4: string;
  holder: string;
  expires: string;
  behaviour: string;
  created_at: Defaulted<Timestamp>;
};

export type SandboxCharges = {
  id: Defaulted<number>;
  reference: string;
  amount_cents: number;
  invoice_number: string;
  description: string;
  customer: string;
  brand: string;
  last4: string;
  state: string;
  auth_code: Defaulted<string>;
  created_at: Defaulted<Timestamp>;
  settled_at: Timestamp | null;
};

export type SandboxCustomers = {
  id: Defaulted<number>;
  reference: string;
  email: string;
  created_at: Defaulted<Timestamp>;
};

export type SandboxRefunds = {
  id: Defaulted<number>;
  reference: string;
  charge_id: number;
  amount_cents: number;
  created_at: Defaulted<Timestamp>;
};

export type SandboxTokens = {
  hash: Buffer;
  brand: string;
  last4: string;
  expires: string;
  holder: string;
  behaviour: string;
  used_at: Timestamp | null;
  expires_at: Defaulted<Timestamp>;
};

export type SavedCards = {
  id: Defaulted<number>;
  domain_id: number;
  user_id: number;
  gateway: string;
  customer_id: string;
  card_id: string;
  brand: string;
  last4: string;
  holder: string;
  expires: string;
  is_default: Defaulted<boolean>;
  created_at: Defaulted<Timestamp>;
};

export type ScanActions = {
  id: string;
  domain_id: number;
  lab_id: number;
  operator_id: number | null;
  user_id: number;
  input: string;
  kind: string;
  facts: Json;
  answer: Json;
  at: Defaulted<Timestamp>;
  undoes: string | null;
};

export type SellingClinics = {
  user_id: number | null;
  clinic_id: number | null;
};

export type Sessions = {
  id: Defaulted<number>;
  domain_id: number;
  token_hash: Buffer;
  kind: SessionKind;
  user_id: number;
  actor_id: number;
  parent_id: number | null;
  site_id: number;
  device: string;
  created_at: Defaulted<Timestamp>;
  last_seen_at: Defaulted<Timestamp>;
  expires_at: Timestamp;
  ended_at: Timestamp | null;
  ended_why: string | null;
  file_hash: Buffer | null;
  address: string | null;
  proved_by: Defaulted<string>;
  reason: string | null;
  return_hash: Buffer | null;
  level: number | null;
  proved_at: Timestamp | null;
  proved_once: boolean | null;
  locked_at: Timestamp | null;
  device_hash: Buffer | null;
};

export type Signatures = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  user_id: number;
  operator_id: number | null;
  printed_name: string;
  meaning: string;
  subject: string;
  subject_id: string;
  record: Json;
  record_sha256: string;
  signed_at: Defaulted<Timestamp>;
};

export type SigningEvents = {
  id: Defaulted<number>;
  signing_id: string;
  domain_id: number;
  kind: SigningEventKind;
  at: Defaulted<Timestamp>;
  address: string | null;
  device: string | null;
};

export type SigningLinks = {
  link_hash: Buffer;
  signing_id: string;
  domain_id: number;
  site_id: number;
  return_to: string;
  expires_at: Timestamp;
  opened_at: Timestamp | null;
  opened_by: string | null;
  session_id: number | null;
  sent_to: string | null;
};

export type SigningSupplements = {
  signing_id: string;
  domain_id: number;
  sealing_at: Defaulted<Timestamp>;
  login_changes: string[];
  file: string | null;
  sha256: string | null;
  sealed_at: Timestamp | null;
};

export type Signings = {
  id: string;
  domain_id: number;
  reference: string;
  title: string;
  signer_name: string;
  signer_email: string;
  paper_file: string;
  paper_sha256: string;
  pages: number;
  place: Json;
  words: Json | null;
  state: Defaulted<SigningState>;
  made_at: Defaulted<Timestamp>;
  changed_at: Defaulted<Timestamp>;
  typed_name: string | null;
  drawn: Json | null;
  agreed_words: string | null;
  address: string | null;
  device: string | null;
  signed_at: Timestamp | null;
  decline_reason: string | null;
  sealing_at: Timestamp | null;
  sealed_file: string | null;
  sealed_sha256: string | null;
  sealed_at: Timestamp | null;
  identified_by: string | null;
  login_changes: Defaulted<string[]>;
  certificate_is_whole: Defaulted<boolean>;
};

export type SourceKeys = {
  domain_id: number;
  kind: string;
  key: string;
  target_id: number;
  import_id: number;
};

export type StageCounts = {
  domain_id: number;
  stage: string;
  patients: number;
};

export type StageDays = {
  domain_id: number;
  account_id: number | null;
  stage: string;
  what: string;
  day: string | null;
  patients: number;
};

export type StampedHeads = {
  of: string;
  ref: string;
  by: string;
  chain: string;
  domain_id: number | null;
  position: number;
};

export type StockCounts = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  box_id: number;
  begun_at: Defaulted<Timestamp>;
  closed_at: Timestamp | null;
};

export type StorageCharges = {
  id: Defaulted<number>;
  invoice_id: number;
  domain_id: number;
  by_id: number | null;
  tried_on: string;
  gateway: string;
  reference: string;
  state: Defaulted<string>;
  gateway_id: string | null;
  card_brand: Defaulted<string>;
  card_last4: Defaulted<string>;
  message: Defaulted<string>;
  begun_at: Defaulted<Timestamp>;
  settled_at: Timestamp | null;
};

export type StorageEnrolments = {
  id: Defaulted<number>;
  domain_id: number;
  patient_id: number;
  offer_id: number;
  automatic: Defaulted<boolean>;
  starts_on: string;
  paid_through: string | null;
  state: Defaulted<string>;
  grace_until: string | null;
  grace_reminded: Defaulted<boolean>;
  card_warned_on: string | null;
  end_asked_at: Timestamp | null;
  end_note: Defaulted<string>;
  decision: string | null;
  decision_note: Defaulted<string>;
  decided_by: number | null;
  decided_at: Timestamp | null;
  document_id: number | null;
  created_at: Defaulted<Timestamp>;
};

export type StorageInvoices = {
  id: Defaulted<number>;
  domain_id: number;
  number: Defaulted<number>;
  enrolment_id: number;
  from_day: string;
  to_day: string;
  cents: number;
  due_on: string;
  state: Defaulted<string>;
  next_try_on: string | null;
  paid_on: string | null;
  recognised_cents: Defaulted<number>;
  refunded_cents: Defaulted<number>;
  unearned_cents: Defaulted<number>;
  noticed_at: Defaulted<Timestamp>;
};

export type StorageOffers = {
  id: Defaulted<number>;
  domain_id: number;
  name: string;
  years: number;
  price_cents: number;
  is_offered: Defaulted<boolean>;
  version: Defaulted<number>;
};

export type Tags = {
  id: number;
  name: string;
};

export type TimeStamps = {
  of: string;
  ref: string;
  by: string;
  domain_id: number | null;
  sha256: string;
  token: Buffer;
  at: Timestamp;
};

export type TotpSecrets = {
  user_id: number;
  domain_id: number;
  sealed: string;
  created_at: Defaulted<Timestamp>;
  confirmed_at: Timestamp | null;
  last_step: Defaulted<number>;
  last_used_at: Timestamp | null;
};

export type TransactionChanges = {
  id: Defaulted<number>;
  domain_id: number;
  transaction_id: number;
  actor_id: number | null;
  at: Defaulted<Timestamp>;
  note: string;
  before: Json;
  after: Json;
};

export type TransactionMonths = {
  domain_id: number;
  kind: string;
  value: number;
  month: string;
  part: number;
  n: number;
  cents: number;
  unpaid_n: number;
  unpaid_cents: number;
};

export type TransactionTallies = {
  domain_id: number;
  kind: string;
  value: number;
  day: string;
  part: number;
  n: number;
  cents: number;
  unpaid_n: number;
  unpaid_cents: number;
};

export type Transactions = {
  id: Defaulted<number>;
  domain_id: number;
  date: Defaulted<Timestamp>;
  buyer_id: number;
  product_id: number;
  quantity: number;
  amount_cents: number;
  price_cents: number;
  shipping_cents: number;
  harvest_fee_cents: number;
  discount_cents: number;
  charged_cents: number;
  charged_quantity: number;
  coupon_id: number | null;
  coupon_code: Defaulted<string>;
  center_id: number | null;
  referral_center_id: number | null;
  staff_id: number | null;
  patient_id: number | null;
  rep_id: number | null;
  manager_id: number | null;
  distributor_id: number | null;
  commission_paid: Defaulted<boolean>;
  gateway: string;
  gateway_id: string | null;
  card_brand: Defaulted<string>;
  card_last4: Defaulted<string>;
  invoice_id: number;
  description: string;
  billing_address: Defaulted<Json>;
  shipping_address: Json | null;
  shipping_date: string | null;
  receipt_email: string;
  version: Defaulted<number>;
  affiliate_id: number | null;
  template_id: string | null;
  refunded_cents: Defaulted<number>;
};

export type UserBlocks = {
  is_active: boolean;
  domain_id: number | null;
  plan_id: Plan | null;
  tag: number | null;
  block: number;
  members: string;
  n: ColumnType<number, never, never>;
};

export type Users = {
  id: Defaulted<number>;
  domain_id: number;
  plan_id: Plan;
  email: string;
  first_name: string;
  last_name: string;
  username: ColumnType<string, never, never>;
  company: Defaulted<string>;
  phone_number: Defaulted<string>;
  address1: Defaulted<string>;
  address2: Defaulted<string>;
  city: Defaulted<string>;
  state_desc: Defaulted<string>;
  country_desc: Defaulted<string>;
  zip_code: Defaulted<string>;
  template_id: string | null;
  document_id: string | null;
  hc_logo: string | null;
  tags: Defaulted<number[]>;
  password_hash: string | null;
  must_change_password: Defaulted<boolean>;
  check_agreement: string | null;
  preferences: Defaulted<Json>;
  is_active: Defaulted<boolean>;
  removed_at: Timestamp | null;
  date_joined: Defaulted<Timestamp>;
  last_login: Timestamp | null;
  search_text: ColumnType<string, never, never>;
  version: Defaulted<number>;
  email_verified_at: Timestamp | null;
  password_set_by: number | null;
  password_until: Timestamp | null;
  self_made: Defaulted<boolean>;
  second_factor_at: Timestamp | null;
  second_factor_asked_at: Timestamp | null;
  reviewed_at: Timestamp | null;
  erased_at: Timestamp | null;
};

export type VialAliases = {
  domain_id: number;
  alias: string;
  vial_id: number;
};

export type VialEntries = {
  id: Defaulted<number>;
  patient_id: number;
  domain_id: number;
  type: string;
  quantity: number;
  date: string;
  tracking_id: string | null;
  note: Defaulted<string>;
  created_at: Defaulted<Timestamp>;
  deleted_at: Timestamp | null;
};

export type VialOrders = {
  id: Defaulted<number>;
  domain_id: number;
  lab_id: number;
  patient_id: number;
  checkout_id: number;
  transaction_id: number | null;
  product_id: number;
  quantity: number;
  code: string;
  state: Defaulted<string>;
  ship_on: string | null;
  file: string | null;
  tracking_link: Defaulted<string>;
  tracking_number: Defaulted<string>;
  made_at: Timestamp | null;
  asked_carrier_at: Timestamp | null;
  carrier_doubt: string | null;
  shipment_state: string | null;
  shipment_words: Defaulted<string>;
  tracked_at: Timestamp | null;
  shipped_entry_id: number | null;
  delivered_at: Timestamp | null;
  reason: Defaulted<string>;
  version: Defaulted<number>;
};

export type Vials = {
  id: Defaulted<number>;
  patient_id: number;
  domain_id: number;
  code: string;
  added_entry_id: number;
  shipped_entry_id: number | null;
  state: Defaulted<string>;
  lab_id: number | null;
  batch_id: number | null;
  box_id: number | null;
  position: number | null;
  held_at: Timestamp | null;
  hold_reason: string | null;
  hold_deviation_id: number | null;
  order_id: number | null;
  picked_at: Timestamp | null;
  packed_at: Timestamp | null;
};

export type WaveInvitations = {
  user_id: number;
  domain_id: number;
  wave_id: number;
  letter_id: number;
};

export type WebhookAttempts = {
  delivery_id: number;
  number: number;
  domain_id: number;
  at: Defaulted<Timestamp>;
  status: number | null;
  fault: string | null;
  took_ms: number;
};

export type WebhookDeliveries = {
  id: Defaulted<number>;
  endpoint_id: number;
  domain_id: number;
  event_id: number;
  state: Defaulted<string>;
  next_at: Defaulted<Timestamp | null>;
  attempts: Defaulted<number>;
  tries: Defaulted<number>;
  created_at: Defaulted<Timestamp>;
};

export type WebhookEndpoints = {
  id: Defaulted<number>;
  domain_id: number;
  owner_id: number;
  url: string;
  description: Defaulted<string>;
  types: string[];
  secret: string;
  former_secret: string | null;
  former_until: Timestamp | null;
  created_at: Defaulted<Timestamp>;
  disabled_at: Timestamp | null;
  disabled_why: string | null;
  failing_since: Timestamp | null;
};

export type DB = {
  access_archives: AccessArchives;
  access_batches: AccessBatches;
  access_records: AccessRecords;
  account_keys: AccountKeys;
  account_names: AccountNames;
  account_patient_counts: AccountPatientCounts;
  account_patients: AccountPatients;
  account_visits: AccountVisits;
  active_relations: ActiveRelations;
  agreement_acceptances: AgreementAcceptances;
  api_key_days: ApiKeyDays;
  api_keys: ApiKeys;
  arrival_corrections: ArrivalCorrections;
  arrival_photos: ArrivalPhotos;
  arrivals: Arrivals;
  arrivals_in_use: ArrivalsInUse;
  asset_items: AssetItems;
  asset_sections: AssetSections;
  assets: Assets;
  audit_chains: AuditChains;
  audit_log: AuditLog;
  backfills: Backfills;
  batch_lot_corrections: BatchLotCorrections;
  batch_lots: BatchLots;
  batch_lots_in_use: BatchLotsInUse;
  batches: Batches;
  bench_shifts: BenchShifts;
  certificate_challenges: CertificateChallenges;
  checkouts: Checkouts;
  commission_backlogs: CommissionBacklogs;
  commission_disputes: CommissionDisputes;
  commission_lines: CommissionLines;
  commission_lines_in_force: CommissionLinesInForce;
  commission_messages: CommissionMessages;
  commission_plans: CommissionPlans;
  commission_rules: CommissionRules;
  commission_simulations: CommissionSimulations;
  count_lines: CountLines;
  coupon_uses: CouponUses;
  coupons: Coupons;
  credential_holds: CredentialHolds;
  custody_chains: CustodyChains;
  custody_events: CustodyEvents;
  custom_sites: CustomSites;
  deviation_letters: DeviationLetters;
  deviation_vials: DeviationVials;
  deviations: Deviations;
  discard_photos: DiscardPhotos;
  discards: Discards;
  document_sweeps: DocumentSweeps;
  documents: Documents;
  domains: Domains;
  email_changes: EmailChanges;
  event_progress: EventProgress;
  events: Events;
  expected_account_patients: ExpectedAccountPatients;
  expected_stage_days: ExpectedStageDays;
  files: Files;
  gateway_records: GatewayRecords;
  guest_links: GuestLinks;
  harvests: Harvests;
  idempotency_keys: IdempotencyKeys;
  identity_policies: IdentityPolicies;
  import_chunks: ImportChunks;
  import_files: ImportFiles;
  import_pdfs: ImportPdfs;
  import_rows: ImportRows;
  import_waves: ImportWaves;
  imports: Imports;
  inspection_codes: InspectionCodes;
  inspection_sessions: InspectionSessions;
  inspections: Inspections;
  installation: Installation;
  job_workers: JobWorkers;
  journal_days: JournalDays;
  journal_entries: JournalEntries;
  journal_lines: JournalLines;
  journal_months: JournalMonths;
  kits: Kits;
  known_devices: KnownDevices;
  lab_operators: LabOperators;
  lab_settings: LabSettings;
  label_patients: LabelPatients;
  label_prints: LabelPrints;
  label_transactions: LabelTransactions;
  labels: Labels;
  legal_holds: LegalHolds;
  letters: Letters;
  locations: Locations;
  login_as_codes: LoginAsCodes;
  login_challenges: LoginChallenges;
  lot_corrections: LotCorrections;
  lots: Lots;
  mailed_codes: MailedCodes;
  money_settings: MoneySettings;
  moves: Moves;
  one_time_passwords: OneTimePasswords;
  passkeys: Passkeys;
  patient_records: PatientRecords;
  payee_references: PayeeReferences;
  payment_customers: PaymentCustomers;
  payout_carried_over: PayoutCarriedOver;
  payout_people: PayoutPeople;
  payout_runs: PayoutRuns;
  person_keys: PersonKeys;
  places: Places;
  plans: Plans;
  privacy_requests: PrivacyRequests;
  products: Products;
  qc_results: QcResults;
  rate_limits: RateLimits;
  reconciliation_items: ReconciliationItems;
  reconciliation_runs: ReconciliationRuns;
  recovery_codes: RecoveryCodes;
  refunds: Refunds;
  relation_rules: RelationRules;
  relations: Relations;
  request_origins: RequestOrigins;
  sales_chains: SalesChains;
  sales_reps: SalesReps;
  sandbox_cards: SandboxCards;
  sandbox_charges: SandboxCharges;
  sandbox_customers: SandboxCustomers;
  sandbox_refunds: SandboxRefunds;
  sandbox_tokens: SandboxTokens;
  saved_cards: SavedCards;
  scan_actions: ScanActions;
  selling_clinics: SellingClinics;
  sessions: Sessions;
  signatures: Signatures;
  signing_events: SigningEvents;
  signing_links: SigningLinks;
  signing_supplements: SigningSupplements;
  signings: Signings;
  source_keys: SourceKeys;
  stage_counts: StageCounts;
  stage_days: StageDays;
  stamped_heads: StampedHeads;
  stock_counts: StockCounts;
  storage_charges: StorageCharges;
  storage_enrolments: StorageEnrolments;
  storage_invoices: StorageInvoices;
  storage_offers: StorageOffers;
  tags: Tags;
  time_stamps: TimeStamps;
  totp_secrets: TotpSecrets;
  transaction_changes: TransactionChanges;
  transaction_months: TransactionMonths;
  transaction_tallies: TransactionTallies;
  transactions: Transactions;
  user_blocks: UserBlocks;
  users: Users;
  vial_aliases: VialAliases;
  vial_entries: VialEntries;
  vial_orders: VialOrders;
  vials: Vials;
  wave_invitations: WaveInvitations;
  webhook_attempts: WebhookAttempts;
  webhook_deliveries: WebhookDeliveries;
  webhook_endpoints: WebhookEndpoints;
};
