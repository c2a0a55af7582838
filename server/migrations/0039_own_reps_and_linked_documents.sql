-- A patient's own sales rep, one function for everybody's sales chain, and several pending documents of a kind.

insert into relation_rules (subject_plan, kind, object_plan, is_single) values (2, 'rep', 3, true)
on conflict do nothing;

-- U-36: who sells to a person who is treated by this clinic, or by none. The clinic's rep comes first; where it has none,
-- the patient's own. A manager or distributor who is named directly wins over the one that follows from the rep; of a
-- rep's several managers the first one counts. The planner puts the body of the function in place of its call, so a list
-- costs what it did.
create function sales_chain(person integer, clinic integer)
  returns table (rep_id integer, manager_id integer, distributor_id integer, affiliate_id integer)
  language sql stable as $$
  select rep.id, manager.id, distributor.id, affiliate.id
  -- Not coalesce, for behind it a policy does not let an index be used.
  from (select case when clinic is null then person else clinic end as id) seller
    left join lateral (
      select object_id as id from relations
      where subject_id in (seller.id, person) and kind = 'rep' and ended_at is null and approved_at is not null
      order by subject_id <> seller.id, relations.id limit 1
    ) rep on true
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
grant execute on function sales_chain to vialkeep_platform, vialkeep_tenant;

create or replace view sales_chains with (security_invoker = true) as
select person.id as user_id, chain.rep_id, chain.manager_id, chain.distributor_id, chain.affiliate_id
from users person
  left join lateral (
    select object_id as id from relations
    where subject_id = person.id and kind in ('center', 'referral_center') and person.plan_id in (2, 12)
      and ended_at is null and approved_at is not null
    order by kind, relations.id limit 1
  ) clinic on true
  cross join lateral sales_chain(person.id, clinic.id) chain;

-- What an administrator linked may wait beside another of its kind; asking again still answers what waits already.
alter table documents add column linked_at timestamptz;
drop index one_pending_of_a_kind;
create unique index one_pending_of_a_kind on documents (signer_id, kind)
  where status = 'Pending' and hidden_at is null and linked_at is null;
