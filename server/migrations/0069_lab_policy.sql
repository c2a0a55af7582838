-- online
-- What a lab has decided about its bench, the operators who work there, their shifts, signatures and scans.
-- A lab without a row of settings has the defaults: the bench is off.

-- A row of the bench belongs to an account that is a lab when the row is written.
create function require_lab_account() returns trigger
  language plpgsql as $$
begin
  if not exists (select from users where id = new.lab_id and domain_id = new.domain_id and plan_id = 1) then
    raise exception 'Account % is not a lab of this site.', new.lab_id
      using errcode = 'check_violation', constraint = 'bench_of_a_lab', table = tg_table_name;
  end if;
  return new;
end $$;

create table lab_settings (
  id               integer generated always as identity primary key,
  domain_id        integer not null references domains,
  lab_id           integer not null constraint one_setting_of_a_lab unique,
  bench_on         boolean not null default false,
  -- on_record: a vial is available when it is recorded; signed: when its release is signed
  release_policy   text not null default 'on_record' check (release_policy in ('on_record', 'signed')),
  reserve_on_order boolean not null default false,
  short_orders     text not null default 'accept' check (short_orders in ('accept', 'refuse')),
  tissue_hours     integer not null default 72 check (tissue_hours between 1 and 336),
  -- percent
  viability_min    integer not null default 70 check (viability_min between 0 and 100),
  required_tests   text[] not null default '{viability,count,sterility}'
    check (required_tests <@ '{viability,count,sterility}'),
  shift_minutes    integer not null default 15 check (shift_minutes between 1 and 720),
  label_note       text not null default 'FOR AUTOLOGOUS USE ONLY' check (length(label_note) <= 60),
  version          integer not null default 0,
  constraint settings_lab foreign key (lab_id, domain_id) references users (id, domain_id)
);
call isolate('lab_settings');
grant select, insert, update on lab_settings to vialkeep_platform, vialkeep_tenant;
create trigger settings_are_of_a_lab before insert on lab_settings
  for each row execute function require_lab_account();

create table lab_operators (
  id          integer generated always as identity primary key,
  domain_id   integer not null references domains,
  lab_id      integer not null,
  name        text not null check (length(name) between 1 and 100),
  -- what the badge shows
  code        text not null constraint operator_codes_name_one_operator unique
    check (code ~ '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]$'),
  pin_hash    text not null check (pin_hash like '$argon2id$%'),
  -- the PIN was made by the product, and is replaced at its first use
  pin_is_once boolean not null default true,
  may_sign    boolean not null default false,
  ended_at    timestamptz,
  constraint operators_of_lab unique (id, lab_id, domain_id),
  constraint operator_lab foreign key (lab_id, domain_id) references users (id, domain_id)
);
create index lab_operators_at_work on lab_operators (lab_id, id) where ended_at is null;
call isolate('lab_operators');
grant select, insert, update (name, pin_hash, pin_is_once, may_sign, ended_at) on lab_operators
  to vialkeep_platform, vialkeep_tenant;
create trigger operators_are_of_a_lab before insert on lab_operators
  for each row execute function require_lab_account();
create trigger lab_operators_are_kept before delete or truncate on lab_operators
  for each statement execute function refuse_change();

-- An operator who has ended stays so: what they did keeps its author, and a new badge is a new row.
create function ended_operators_stay() returns trigger
  language plpgsql as $$
begin
  raise exception 'Operator % has ended.', old.id
    using errcode = 'check_violation', constraint = 'ended_operators_stay', table = 'lab_operators';
end $$;
create trigger ended_operators_stay before update on lab_operators
  for each row when (old.ended_at is not null) execute function ended_operators_stay();

create table bench_shifts (
  id          integer generated always as identity primary key,
  domain_id   integer not null references domains,
  lab_id      integer not null,
  session_id  integer not null references sessions on delete cascade,
  operator_id integer not null,
  until       timestamptz not null,
  constraint one_shift_of_a_session unique (session_id, lab_id),
  constraint shift_operator foreign key (operator_id, lab_id, domain_id) references lab_operators (id, lab_id, domain_id)
);
create index bench_shifts_of_operator on bench_shifts (operator_id);
call isolate('bench_shifts');
grant select, insert, update, delete on bench_shifts to vialkeep_platform, vialkeep_tenant;

create table signatures (
  id            integer generated always as identity primary key,
  domain_id     integer not null references domains,
  lab_id        integer not null,
  user_id       integer not null references users (id),
  -- null: signed by the password of the account
  operator_id   integer,
  printed_name  text not null check (length(printed_name) between 1 and 200),
  meaning       text not null constraint signature_meanings check (meaning in ('released', 'discarded', 'closed')),
  subject       text not null check (subject ~ '^[a-z_]{3,30}$'),
  subject_id    text not null check (length(subject_id) between 1 and 50),
  -- what was signed
  record        jsonb not null check (jsonb_typeof(record) = 'object'),
  -- SHA-256 of the canonical JSON of the record; the audit row and the custody event have it too
  record_sha256 text not null check (record_sha256 ~ '^[0-9a-f]{64}$'),
  signed_at     timestamptz not null default now(),
  constraint signatures_of_lab unique (id, lab_id, domain_id),
  constraint signature_lab foreign key (lab_id, domain_id) references users (id, domain_id),
  constraint signature_operator foreign key (operator_id, lab_id, domain_id)
    references lab_operators (id, lab_id, domain_id)
);
create index signatures_of_subject on signatures (subject, subject_id);
create index signatures_of_user on signatures (user_id);
call isolate('signatures');
grant select, insert on signatures to vialkeep_platform, vialkeep_tenant;
create trigger signatures_are_of_a_lab before insert on signatures
  for each row execute function require_lab_account();
create trigger signatures_are_kept before update or delete or truncate on signatures
  for each statement execute function refuse_change();

create table scan_actions (
  -- made by the client: the same id is the same action of this lab
  id          uuid not null,
  domain_id   integer not null references domains,
  lab_id      integer not null,
  operator_id integer,
  user_id     integer not null references users (id),
  input       text not null check (input in ('scanner', 'camera', 'typed')),
  kind        text not null check (kind ~ '^[a-z_]{3,40}$'),
  facts       jsonb not null check (jsonb_typeof(facts) = 'object'),
  -- what the client was answered, and is answered again
  answer      jsonb not null,
  at          timestamptz not null default now(),
  undoes      uuid,
  primary key (lab_id, id),
  constraint actions_are_undone_once unique (lab_id, undoes),
  constraint undone_action_of_lab foreign key (lab_id, undoes) references scan_actions (lab_id, id),
  constraint action_lab foreign key (lab_id, domain_id) references users (id, domain_id),
  constraint action_operator foreign key (operator_id, lab_id, domain_id)
    references lab_operators (id, lab_id, domain_id)
);
create index scan_actions_of_lab on scan_actions (lab_id, at desc);
create index scan_actions_of_user on scan_actions (user_id);
call isolate('scan_actions');
grant select, insert on scan_actions to vialkeep_platform, vialkeep_tenant;
create trigger actions_are_of_a_lab before insert on scan_actions
  for each row execute function require_lab_account();
create trigger scan_actions_are_kept before update or delete or truncate on scan_actions
  for each statement execute function refuse_change();
