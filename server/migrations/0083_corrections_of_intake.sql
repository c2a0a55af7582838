-- online
-- A wrong inspection and a wrong last day of a lot are corrected by rows of their own; what they said before stays.
create table arrival_corrections (
  id               integer generated always as identity primary key,
  domain_id        integer not null references domains,
  lab_id           integer not null,
  arrival_id       integer not null,
  patient_id       integer not null,
  tracking_number  text not null check (length(tracking_number) <= 100),
  arrived_at       timestamptz not null,
  condition        text not null check (condition in ('intact', 'damaged', 'wet', 'open')),
  indicator        text not null check (indicator in ('ok', 'none', 'exceeded')),
  temperature_c    double precision check (temperature_c between -200 and 100),
  identity_matches boolean not null,
  transit_minutes  integer check (transit_minutes >= 0),
  -- the limit on the day of the arrival
  window_minutes   integer not null check (window_minutes > 0),
  decision         text not null check (decision in ('accepted', 'accepted_with_deviation', 'rejected')),
  -- why it is corrected
  reason           text not null check (length(reason) between 10 and 1000),
  operator_id      integer,
  at               timestamptz not null default now(),
  constraint corrected_arrival foreign key (arrival_id, lab_id, domain_id) references arrivals (id, lab_id, domain_id),
  constraint corrected_arrival_of_the_patient foreign key (arrival_id, patient_id) references arrivals (id, patient_id),
  constraint arrival_correction_operator foreign key (operator_id, lab_id, domain_id)
    references lab_operators (id, lab_id, domain_id),
  constraint corrected_to_accepted_meets_every_criterion check (decision <> 'accepted' or (condition = 'intact'
    and indicator in ('ok', 'none') and identity_matches and coalesce(transit_minutes <= window_minutes, true)))
);
create index arrival_corrections_newest on arrival_corrections (arrival_id, id desc);
call isolate('arrival_corrections');
grant select, insert on arrival_corrections to vialkeep_platform, vialkeep_tenant;
create trigger arrival_corrections_are_kept before update or delete or truncate on arrival_corrections
  for each statement execute function refuse_change();

-- The arrivals as they are after all corrections.
create view arrivals_in_use with (security_invoker = true) as
select arrival.id, arrival.domain_id, arrival.lab_id, arrival.patient_id, arrival.harvest_id,
  coalesce(correction.tracking_number, arrival.tracking_number) as tracking_number,
  coalesce(correction.arrived_at, arrival.arrived_at) as arrived_at,
  coalesce(correction.condition, arrival.condition) as condition,
  coalesce(correction.indicator, arrival.indicator) as indicator,
  case when correction.id is null then arrival.temperature_c else correction.temperature_c end as temperature_c,
  coalesce(correction.identity_matches, arrival.identity_matches) as identity_matches,
  case when correction.id is null then arrival.transit_minutes else correction.transit_minutes end as transit_minutes,
  arrival.window_minutes,
  coalesce(correction.decision, arrival.decision) as decision,
  coalesce(correction.reason, arrival.reason) as reason,
  case when correction.id is null then arrival.operator_id else correction.operator_id end as operator_id
from arrivals arrival
left join lateral (select * from arrival_corrections where arrival_id = arrival.id order by id desc limit 1) correction
  on true;
grant select on arrivals_in_use to vialkeep_platform, vialkeep_tenant;

create or replace function rejected_tissue_is_not_processed() returns trigger
  language plpgsql as $$
begin
  if exists (select from arrivals_in_use where id = new.arrival_id and decision = 'rejected') then
    raise exception 'Arrival % was rejected.', new.arrival_id
      using errcode = 'check_violation', constraint = 'rejected_tissue_is_not_processed', table = 'batches';
  end if;
  return new;
end $$;

create table lot_corrections (
  id                integer generated always as identity primary key,
  domain_id         integer not null references domains,
  lab_id            integer not null,
  lot_id            integer not null,
  expires_on_before date,
  expires_on        date,
  reason            text not null check (length(reason) between 10 and 1000),
  operator_id       integer,
  at                timestamptz not null default now(),
  constraint corrected_lot foreign key (lot_id, lab_id, domain_id) references lots (id, lab_id, domain_id),
  constraint lot_correction_operator foreign key (operator_id, lab_id, domain_id)
    references lab_operators (id, lab_id, domain_id),
  constraint corrected_days_differ check (expires_on_before is distinct from expires_on)
);
create index lot_corrections_newest on lot_corrections (lot_id, id desc);
call isolate('lot_corrections');
grant select, insert on lot_corrections to vialkeep_platform, vialkeep_tenant;
create trigger lot_corrections_are_kept before update or delete or truncate on lot_corrections
  for each statement execute function refuse_change();
