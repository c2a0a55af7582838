-- The patients who have a relation to an account (a lab, a center, a rep), with the columns that their lists filter and sort by, and the
-- number of them: a page, a count and the stages cost the same for every number of patients. Rights are never read from
-- these tables, but from the relations.

create table account_patients (
  account_id                         integer not null,
  patient_id                         integer not null,
  -- what the account is to the patient
  kind                               relation_kind not null,
  domain_id                          integer not null references domains,
  -- the patient's center, by which a lab counts its patients
  center_id                          integer,
  is_current                         boolean not null,
  stage                              text not null,
  stage_since                        date,
  estimated_date_vials_ready_to_ship date,
  stemcell_plating_successful        smallint,
  sterility_end_date                 date,
  sterility_complete                 boolean,
  stored_vials                       integer not null,
  -- vials that are stored or were shipped
  has_vials                          boolean not null,
  primary key (account_id, patient_id, kind)
);
create index account_patients_of_patient on account_patients (patient_id);
create index account_patients_by_stage on account_patients (account_id, stage, patient_id desc) where is_current;
create index account_patients_longest_in_stage on account_patients (account_id, stage, stage_since, patient_id)
  where is_current;
create index account_patients_expected on account_patients
  (account_id, estimated_date_vials_ready_to_ship, patient_id) include (stage)
  where is_current and stage <> 'ready';
create index account_patients_failed on account_patients (account_id, stage_since, patient_id)
  where is_current and stage = 'plating' and stemcell_plating_successful = 2;
create index account_patients_in_test on account_patients (account_id, sterility_end_date, patient_id)
  where is_current and stage = 'sterility' and sterility_complete is not true;
create index account_patients_without_vials on account_patients (account_id, stage_since, patient_id)
  where is_current and stage = 'ready' and not has_vials;
call isolate('account_patients');
grant select on account_patients to vialkeep_platform, vialkeep_tenant;

create table account_patient_counts (
  account_id   integer not null,
  kind         relation_kind not null,
  domain_id    integer not null references domains,
  center_id    integer,
  is_current   boolean not null,
  stage        text not null,
  patients     integer not null,
  stored_vials integer not null,
  constraint account_patient_counts_once unique nulls not distinct (account_id, kind, center_id, is_current, stage)
);
call isolate('account_patient_counts');
grant select on account_patient_counts to vialkeep_platform, vialkeep_tenant;

-- What account_patients has to contain. Who was a patient once keeps the record, and can have several centers later.
create view expected_account_patients with (security_invoker = true) as
select here.object_id as account_id, record.patient_id, here.kind, record.domain_id, center.id as center_id,
  record.is_current, record.stage, record.stage_since, record.estimated_date_vials_ready_to_ship,
  record.stemcell_plating_successful, record.sterility_end_date, record.sterility_complete,
  vials.stored as stored_vials, vials.has_any as has_vials
from patient_records record
  join active_relations here on here.subject_id = record.patient_id
  left join lateral (
    select object_id as id from active_relations
    where subject_id = record.patient_id and kind = 'center' order by active_relations.id limit 1
  ) center on true
  cross join lateral (
    select count(*) filter (where vials.state = 'stored')::integer as stored,
      count(*) filter (where vials.state <> 'withdrawn') > 0 as has_any
    from vials where vials.patient_id = record.patient_id
  ) vials;
grant select on expected_account_patients to vialkeep_platform, vialkeep_tenant;

-- The lock makes two transactions that change one patient take turns; the statement after it reads what the other has
-- committed. A statement writes the counts in one order, so that two at once wait for each other and do not deadlock.
create function refresh_account_patients(changed integer[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform from patient_records where patient_id = any(changed) order by patient_id for no key update;
  with expected as materialized (
    select * from expected_account_patients where patient_id = any(changed)
  ), counted as (
    insert into account_patient_counts
      (account_id, kind, domain_id, center_id, is_current, stage, patients, stored_vials)
    select account_id, kind, domain_id, center_id, is_current, stage, sum(n), sum(n * moves.stored_vials) from (
      select 1 as n, * from expected
      union all select -1, * from account_patients where patient_id = any(changed)
    ) moves
    group by 1, 2, 3, 4, 5, 6
    having sum(n) <> 0 or sum(n * moves.stored_vials) <> 0
    order by 1, 2, 3, 4, 5, 6
    on conflict on constraint account_patient_counts_once do update set
      patients = account_patient_counts.patients + excluded.patients,
      stored_vials = account_patient_counts.stored_vials + excluded.stored_vials
  ), ended as (
    delete from account_patients kept where kept.patient_id = any(changed) and not exists (
      select from expected where expected.account_id = kept.account_id and expected.patient_id = kept.patient_id
        and expected.kind = kept.kind)
  )
  insert into account_patients select * from expected order by account_id, patient_id, kind
  on conflict (account_id, patient_id, kind) do update set
    center_id = excluded.center_id, is_current = excluded.is_current, stage = excluded.stage,
    stage_since = excluded.stage_since,
    estimated_date_vials_ready_to_ship = excluded.estimated_date_vials_ready_to_ship,
    stemcell_plating_successful = excluded.stemcell_plating_successful,
    sterility_end_date = excluded.sterility_end_date, sterility_complete = excluded.sterility_complete,
    stored_vials = excluded.stored_vials, has_vials = excluded.has_vials
  where account_patients is distinct from excluded;
end $$;
revoke all on function refresh_account_patients(integer[]) from public;

-- The lock of the account makes a transaction that creates its record at the same time take turns.
create function relations_change_account_patients() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  changed integer[];
begin
  perform from users where id in (select subject_id from becomes) order by id for no key update;
  select array_agg(distinct patient_id) into changed
    from patient_records where patient_id in (select subject_id from becomes);
  if changed is not null then
    perform refresh_account_patients(changed);
  end if;
  return null;
end $$;

create function patients_change_account_patients() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform refresh_account_patients(array(select distinct patient_id from becomes));
  return null;
end $$;
