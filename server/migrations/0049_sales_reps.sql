-- The rep of a user without the rest of the sales chain: lists show only the rep, and each further seller of the chain
-- costs a look into `relations` for every row. Each rule is written once, and `sales_chains` reads as before.

-- The first clinic that treats a patient or a donor.
create view selling_clinics with (security_invoker = true) as
select person.id as user_id, clinic.id as clinic_id
from users person
  left join lateral (
    select object_id as id from relations
    where subject_id = person.id and kind in ('center', 'referral_center') and person.plan_id in (2, 12)
      and ended_at is null and approved_at is not null
    order by kind, relations.id limit 1
  ) clinic on true;
grant select on selling_clinics to vialkeep_platform, vialkeep_tenant;

-- U-36: the clinic's rep comes first; where it has none, the patient's own.
create function sales_rep(person integer, clinic integer) returns table (id integer)
  language sql stable as $$
  select object_id from relations
  -- Not coalesce, for behind it a policy does not let an index be used.
  where subject_id in (case when clinic is null then person else clinic end, person)
    and kind = 'rep' and ended_at is null and approved_at is not null
  order by subject_id <> case when clinic is null then person else clinic end, relations.id limit 1
$$;
grant execute on function sales_rep to vialkeep_platform, vialkeep_tenant;

create view sales_reps with (security_invoker = true) as
select clinic.user_id, rep.id as rep_id
from selling_clinics clinic left join lateral sales_rep(clinic.user_id, clinic.clinic_id) rep on true;
grant select on sales_reps to vialkeep_platform, vialkeep_tenant;

create or replace function sales_chain(person integer, clinic integer)
  returns table (rep_id integer, manager_id integer, distributor_id integer, affiliate_id integer)
  language sql stable as $$
  select rep.id, manager.id, distributor.id, affiliate.id
  from (select case when clinic is null then person else clinic end as id) seller
    left join lateral sales_rep(person, clinic) rep on true
    left join lateral (
      select object_id as id from relations
      where subject_id in (seller.id, rep.id) and kind = 'manager' and ended_at is null and approved_at is not null
      order by subject_id <> seller.id, relations.id limit 1
    ) manager on true
    left join lateral (
      select object_id as id from relations
      where subject_id in (seller.id, manager.id) and kind = 'distributor' and ended_at is null and approved_at is not null
      order by subject_id <> seller.id, relations.id limit 1
    ) distributor on true
    left join lateral (
      select object_id as id from relations
      where subject_id in (person, seller.id) and kind = 'affiliate' and ended_at is null and approved_at is not null
      order by subject_id <> person, relations.id limit 1
    ) affiliate on true
$$;

create or replace view sales_chains with (security_invoker = true) as
select clinic.user_id, chain.rep_id, chain.manager_id, chain.distributor_id, chain.affiliate_id
from selling_clinics clinic cross join lateral sales_chain(clinic.user_id, clinic.clinic_id) chain;
