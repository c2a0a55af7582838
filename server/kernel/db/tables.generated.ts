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

export type Plans = {
  id: number;
  name: string;
};

export type RateLimits = {
  bucket: string;
  subject_hash: Buffer;
  window_start: Timestamp;
  hits: number;
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

export type SalesChains = {
  user_id: number | null;
  rep_id: number | null;
  manager_id: number | null;
  distributor_id: number | null;
  affiliate_id: number | null;
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
};

export type StageCounts = {
  domain_id: number;
  stage: string;
  patients: number;
};

export type Tags = {
  id: number;
  name: string;
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

export type Vials = {
  id: Defaulted<number>;
  patient_id: number;
  domain_id: number;
  code: string;
  added_entry_id: number;
  shipped_entry_id: number | null;
  state: Defaulted<string>;
};

export type DB = {
  agreement_acceptances: AgreementAcceptances;
  audit_chains: AuditChains;
  audit_log: AuditLog;
  custody_chains: CustodyChains;
  custody_events: CustodyEvents;
  domains: Domains;
  files: Files;
  letters: Letters;
  locations: Locations;
  login_as_codes: LoginAsCodes;
  one_time_passwords: OneTimePasswords;
  patient_records: PatientRecords;
  plans: Plans;
  rate_limits: RateLimits;
  relation_rules: RelationRules;
  relations: Relations;
  sales_chains: SalesChains;
  sessions: Sessions;
  stage_counts: StageCounts;
  tags: Tags;
  user_blocks: UserBlocks;
  users: Users;
  vial_entries: VialEntries;
  vials: Vials;
};
