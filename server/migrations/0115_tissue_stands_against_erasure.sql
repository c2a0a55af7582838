-- online
-- Tissue in process, an order of vials that is open, and what a lab or clinic still keeps stand against an erasure.

-- A process ends when the vials are recorded, when the plating or every batch failed, or when the tissue was rejected on
-- arrival. Tissue that was harvested or accepted after that day is in process again.
create function has_tissue_in_process(person integer) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  begin atomic
    with batch as (
      select bool_or(state = 'open') as any_open, bool_and(state = 'failed') as all_failed, max(opened_on) as last_opened
      from batches where patient_id = person
    ), arrived as (
      select bool_and(decision = 'rejected') as all_rejected, max((arrived_at at time zone 'utc')::date) as last_day
      from arrivals_in_use where patient_id = person
    ), record as (
      select stage, vials_preparation,
        case
          when stage = 'ready' and exists (select from vials where patient_id = person and state <> 'withdrawn')
            then stage_since
          when batch.all_failed then batch.last_opened
          when stage = 'plating' and stemcell_plating_successful = 2
            then coalesce(stage_since, date_adipose_received_by_lab, '-infinity')
          when stage in ('shipped', 'received') and arrived.all_rejected then arrived.last_day
        end as ended_on
      from patient_records cross join batch cross join arrived where patient_id = person and is_current
    )
    select coalesce((select any_open from batch), false)
      or exists (select from record where vials_preparation > 0 or (stage <> 'awaiting' and ended_on is null))
      or exists (select from arrivals_in_use arrival
        where arrival.patient_id = person and arrival.decision <> 'rejected'
          and (arrival.arrived_at at time zone 'utc')::date > coalesce((select ended_on from record), '-infinity')
          and not exists (select from batches where patient_id = person
            and (arrival_id = arrival.id or opened_on >= (arrival.arrived_at at time zone 'utc')::date)))
      or exists (select from harvests harvest join kits on kits.id = harvest.kit_id
        where harvest.patient_id = person and kits.state = 'used'
          and (harvest.harvested_at at time zone 'utc')::date > coalesce((select ended_on from record), '-infinity')
          and not exists (select from arrivals where harvest_id = harvest.id));
  end;
revoke all on function has_tissue_in_process(integer) from public;

create or replace function erasure_obstacles(person integer) returns text[]
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  begin atomic
    select array_remove(array[
      case when account.erased_at is not null then 'already_erased' end,
      case when account.plan_id in (7, 10) then 'is_administrator' end,
      case when exists (select from legal_holds where user_id = person and ended_at is null) then 'legal_hold' end,
      case when exists (select from vials where patient_id = person and state = 'stored') then 'has_vials' end,
      case when has_tissue_in_process(person) then 'tissue_in_process' end,
      case when exists (select from vials where lab_id = person and state = 'stored')
        or exists (select from batches where lab_id = person and state = 'open') then 'keeps_samples' end,
      case when exists (select from account_patients
        where account_id = person and kind in ('lab', 'center') and is_current) then 'has_patients' end,
      case when exists (select from checkouts where buyer_id = person and state in ('begun', 'held'))
        or exists (select from storage_charges charge join storage_invoices invoice on invoice.id = charge.invoice_id
            join storage_enrolments plan on plan.id = invoice.enrolment_id
          where plan.patient_id = person and charge.state in ('begun', 'held'))
        or exists (select from refunds left join transactions sold on sold.id = refunds.transaction_id
            left join storage_invoices invoice on invoice.id = refunds.invoice_id
            left join storage_enrolments plan on plan.id = invoice.enrolment_id
          where refunds.state in ('requested', 'waiting', 'begun') and person in (sold.buyer_id, plan.patient_id))
        or exists (select from transactions
          where buyer_id = person and domain_id = account.domain_id and shipping_date >= current_date)
        or exists (select from transactions where patient_id = person and shipping_date >= current_date)
        or exists (select from vial_orders wanted left join checkouts on checkouts.id = wanted.checkout_id
          where (wanted.patient_id = person or wanted.lab_id = person or checkouts.buyer_id = person)
            and (wanted.state in ('unpaid', 'waiting', 'ready', 'picking', 'packed')
              or (wanted.state = 'shipped' and wanted.made_at > now() - interval '60 days'
                and coalesce(wanted.shipment_state, '') not in ('delivered', 'returned', 'cancelled'))))
        or exists (select from labels label
          where (label.requester_id = person or label.center_id = person
              or exists (select from label_patients where label_id = label.id and patient_id = person))
            and (label.file is null or (label.delivered_at is null and label.made_at > now() - interval '60 days'
              and coalesce(label.shipment_state, '') not in ('delivered', 'returned', 'cancelled'))))
        then 'has_open_orders' end,
      case when exists (select from documents document join signings signing on signing.id = document.provider_id
          where (document.signer_id = person or (document.signer_id is null and document.domain_id = account.domain_id
              and lower(document.signer_email) = lower(account.email)))
            and document.provider = 'builtin' and document.status = 'Pending' and signing.state = 'signed')
        then 'paper_being_sealed' end
    ], null)
    from users account where account.id = person and works_for_site(account.domain_id);
  end;
