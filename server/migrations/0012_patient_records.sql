-- How far each patient's tissue is: what the events 'processing.changed' of the chain of custody add up to.

create table patient_records (
  patient_id                         integer primary key,
  domain_id                          integer not null references domains,
  lab_id                             text not null default '',
  date_adipose_shipped_to_lab        date,
  date_adipose_received_by_lab       date,
  estimated_date_vials_ready_to_ship date,
  estimated_is_manual                boolean not null default false,
  number_times_qc_done               text not null default '',
  stemcell_plating_initiated_date    date,
  -- 1 yes, 2 no; the same for the HLA test
  stemcell_plating_successful        smallint,
  date_vials_ready_to_ship           date,
  vials_preparation                  integer not null default 0,
  hla_typing_test                    smallint,
  sterility_start_date               date,
  sterility_end_date                 date,
  sterility_complete                 boolean,
  -- an active account of a patient; the others keep their record and are in no list
  is_current                         boolean not null default true,
  -- the same as stageOf in the contract, so that a million patients can be counted
  stage text not null generated always as (case
    when date_vials_ready_to_ship is not null then 'ready'
    when sterility_start_date is not null or sterility_complete is true then 'sterility'
    when stemcell_plating_initiated_date is not null or stemcell_plating_successful is not null then 'plating'
    when date_adipose_received_by_lab is not null then 'received'
    when date_adipose_shipped_to_lab is not null then 'shipped'
    else 'awaiting' end) stored,
  stage_since date generated always as (case
    when date_vials_ready_to_ship is not null then date_vials_ready_to_ship
    when sterility_start_date is not null or sterility_complete is true then sterility_start_date
    when stemcell_plating_initiated_date is not null or stemcell_plating_successful is not null
      then stemcell_plating_initiated_date
    else coalesce(date_adipose_received_by_lab, date_adipose_shipped_to_lab) end) stored,
  constraint record_of_a_patient foreign key (patient_id, domain_id) references users (id, domain_id),
  constraint received_after_it_was_shipped check (date_adipose_received_by_lab >= date_adipose_shipped_to_lab),
  constraint plated_after_it_was_shipped check (stemcell_plating_initiated_date >= date_adipose_shipped_to_lab),
  constraint plated_after_it_was_received check (stemcell_plating_initiated_date >= date_adipose_received_by_lab),
  constraint tested_after_it_was_shipped check (sterility_start_date >= date_adipose_shipped_to_lab),
  constraint tested_after_it_was_received check (sterility_start_date >= date_adipose_received_by_lab),
  constraint ready_after_it_was_shipped check (date_vials_ready_to_ship >= date_adipose_shipped_to_lab),
  constraint ready_after_it_was_received check (date_vials_ready_to_ship >= date_adipose_received_by_lab),
  constraint the_estimate_is_45_days_unless_set_by_hand check (case
    when estimated_is_manual then estimated_date_vials_ready_to_ship is not null
    else estimated_date_vials_ready_to_ship is not distinct from date_adipose_received_by_lab + 45 end),
  constraint a_sterility_test_takes_14_days check (sterility_end_date is not distinct from sterility_start_date + 14),
  constraint plating_succeeded_or_not check (stemcell_plating_successful in (1, 2)),
  constraint hla_was_typed_or_not check (hla_typing_test in (1, 2)),
  constraint vials_in_preparation_are_counted check (vials_preparation between 0 and 100000)
);

-- A page of one stage, and the oldest of it: of all sites, and of one.
create index patient_records_by_stage on patient_records (stage, patient_id desc) where is_current;
create index patient_records_by_stage_on_site on patient_records (domain_id, stage, patient_id desc) where is_current;
create index patient_records_longest_in_stage on patient_records (stage, stage_since, patient_id) where is_current;
create index patient_records_longest_in_stage_on_site on patient_records (domain_id, stage, stage_since, patient_id)
  where is_current;
-- What somebody should look at, longest waiting first.
create index patient_records_expected on patient_records (estimated_date_vials_ready_to_ship, patient_id)
  include (domain_id, stage) where is_current and stage <> 'ready';
create index patient_records_failed on patient_records (stage_since, patient_id)
  include (domain_id) where is_current and stage = 'plating' and stemcell_plating_successful = 2;
create index patient_records_in_test on patient_records (sterility_end_date, patient_id)
  include (domain_id) where is_current and stage = 'sterility' and sterility_complete is not true;

call isolate('patient_records');
grant select, insert, update on patient_records to vialkeep_platform, vialkeep_tenant;

-- How many patients are in which stage, so that nobody has to count a million of them.
create table stage_counts (
  domain_id integer not null references domains,
  stage     text not null,
  patients  integer not null,
  primary key (domain_id, stage)
);
call isolate('stage_counts');
grant select on stage_counts to vialkeep_platform, vialkeep_tenant;

-- Runs as the owner: the counts are nobody's to write. All statements take the rows in one order, so that two at once
-- wait for each other and do not collide.
create function count_stages() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into stage_counts (domain_id, stage, patients)
    select domain_id, stage, count(*) from becomes where is_current group by 1, 2 order by 1, 2
    on conflict (domain_id, stage) do update set patients = stage_counts.patients + excluded.patients;
  else
    insert into stage_counts (domain_id, stage, patients)
    select domain_id, stage, sum(n) from (
      select domain_id, stage, 1 as n from becomes where is_current
      union all select domain_id, stage, -1 from was where is_current
    ) moves group by 1, 2 having sum(n) <> 0 order by 1, 2
    on conflict (domain_id, stage) do update set patients = stage_counts.patients + excluded.patients;
  end if;
  return null;
end $$;
create trigger new_records_are_counted after insert on patient_records referencing new table as becomes
  for each statement execute function count_stages();
create trigger records_are_counted after update on patient_records referencing old table as was new table as becomes
  for each statement execute function count_stages();

-- Whoever becomes a patient has a record, empty at first; whoever is one no longer keeps it and leaves the lists.
create function patients_have_records() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into patient_records (patient_id, domain_id, is_current)
    select id, domain_id, is_active and removed_at is null from becomes where plan_id = 2;
  else
    insert into patient_records (patient_id, domain_id, is_current)
    select becomes.id, becomes.domain_id, becomes.is_active and becomes.removed_at is null
    from becomes join was using (id)
    where becomes.plan_id = 2 and (was.plan_id <> 2 or was.is_active <> becomes.is_active
      or was.removed_at is distinct from becomes.removed_at)
    on conflict (patient_id) do update set is_current = excluded.is_current;
    update patient_records set is_current = false
    where patient_id in (select becomes.id from becomes join was using (id) where was.plan_id = 2 and becomes.plan_id <> 2);
  end if;
  return null;
end $$;
create trigger new_patients_have_records after insert on users referencing new table as becomes
  for each statement execute function patients_have_records();
create trigger patients_have_records after update on users referencing old table as was new table as becomes
  for each statement execute function patients_have_records();

insert into patient_records (patient_id, domain_id, is_current)
  select id, domain_id, is_active and removed_at is null from users where plan_id = 2;
