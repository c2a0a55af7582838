-- online
-- An arrival names the kit that its tissue came in, also one that was not scanned at the clinic, so that a recall of the
-- kit's lot finds it. What was wrong with the kit is written down as it was then.
alter table arrivals add column kit_id integer, add column kit_fault text;
alter table arrival_corrections add column kit_fault text;

-- Arrivals are never changed; this release gives those of before the kit of their harvest. A lab has a few a day.
alter table arrivals disable trigger arrivals_are_kept;
update arrivals set kit_id = harvests.kit_id from harvests where harvests.id = arrivals.harvest_id;
alter table arrivals enable trigger arrivals_are_kept;

alter table arrivals
  add constraint arrival_kit foreign key (kit_id, lab_id, domain_id) references kits (id, lab_id, domain_id),
  add constraint arrival_kit_faults check (kit_fault in ('void', 'held', 'expired')),
  add constraint accepted_arrivals_have_a_good_kit check (decision <> 'accepted' or kit_fault is null);
alter table arrival_corrections
  add constraint corrected_kit_faults check (kit_fault in ('void', 'held', 'expired')),
  add constraint corrected_to_accepted_has_a_good_kit check (decision <> 'accepted' or kit_fault is null);
create index arrivals_of_kit on arrivals (kit_id) where kit_id is not null;
create index arrivals_of_harvest on arrivals (harvest_id) where harvest_id is not null;

-- Taken back: a correction has rejected it, so that the same kit can be recorded anew.
create or replace view arrivals_in_use with (security_invoker = true) as
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
  case when correction.id is null then arrival.operator_id else correction.operator_id end as operator_id,
  arrival.kit_id,
  case when correction.id is null then arrival.kit_fault else correction.kit_fault end as kit_fault,
  coalesce(correction.decision = 'rejected', false) as is_taken_back
from arrivals arrival
left join lateral (select * from arrival_corrections where arrival_id = arrival.id order by id desc limit 1) correction
  on true;

-- Replaces the unique harvest. The row of the kit is locked, so that two tablets wait for each other.
create function tissue_arrives_once() returns trigger
  language plpgsql as $$
begin
  if new.kit_id is null then
    new.kit_id := (select kit_id from harvests where id = new.harvest_id);
  end if;
  if new.kit_id is not null then
    perform from kits where id = new.kit_id for no key update;
    if exists (select from arrivals_in_use where kit_id = new.kit_id and not is_taken_back) then
      raise exception 'The tissue of kit % arrived already.', new.kit_id
        using errcode = 'unique_violation', constraint = 'tissue_arrives_once', table = 'arrivals';
    end if;
  end if;
  return new;
end $$;
create trigger tissue_arrives_once before insert on arrivals for each row execute function tissue_arrives_once();

create function corrected_tissue_arrives_once() returns trigger
  language plpgsql as $$
declare
  kit integer := (select kit_id from arrivals where id = new.arrival_id);
begin
  if kit is not null then
    perform from kits where id = kit for no key update;
    if exists (select from arrivals_in_use where kit_id = kit and id <> new.arrival_id and not is_taken_back) then
      raise exception 'The tissue of kit % was recorded anew.', kit
        using errcode = 'unique_violation', constraint = 'corrected_tissue_arrives_once', table = 'arrival_corrections';
    end if;
  end if;
  return new;
end $$;
create trigger corrected_tissue_arrives_once before insert on arrival_corrections
  for each row when (new.decision <> 'rejected') execute function corrected_tissue_arrives_once();

alter table arrivals drop constraint harvests_arrive_once;
