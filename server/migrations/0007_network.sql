-- Who may belong to whom: the rules as data, kept by the database, and the sales chain that follows from them.

-- "A {subject_plan} may have a {kind}, who is an {object_plan}; one of them, or several."
create table relation_rules (
  subject_plan smallint not null references plans,
  kind         relation_kind not null,
  object_plan  smallint not null references plans,
  is_single    boolean not null,
  primary key (subject_plan, kind)
);
insert into relation_rules (subject_plan, kind, object_plan, is_single) values
  (2, 'center', 4, true), (2, 'referral_center', 5, true), (2, 'lab', 1, true), (2, 'affiliate', 11, true),
  (12, 'center', 4, true), (12, 'referral_center', 5, true), (12, 'affiliate', 11, true),
  (3, 'manager', 6, false),
  (4, 'rep', 3, true), (4, 'manager', 6, true), (4, 'distributor', 8, true), (4, 'affiliate', 11, true), (4, 'lab', 1, false),
  (5, 'rep', 3, true), (5, 'manager', 6, true), (5, 'distributor', 8, true), (5, 'affiliate', 11, true), (5, 'center', 4, false),
  (16, 'rep', 3, true), (16, 'manager', 6, true), (16, 'distributor', 8, true), (16, 'affiliate', 11, true),
  (6, 'distributor', 8, true),
  (9, 'center', 4, false);
grant select on relation_rules to vialkeep_platform, vialkeep_tenant;

-- Filled in by the trigger, so that an index can promise that there is only one.
alter table relations add column is_single boolean not null default false;
update relations set is_single = rule.is_single
  from relation_rules rule, users subject
  where subject.id = relations.subject_id and rule.subject_plan = subject.plan_id and rule.kind = relations.kind;
create unique index relations_one_of_a_kind on relations (subject_id, kind) where ended_at is null and is_single;

create function relation_fits() returns trigger
  language plpgsql as $$
begin
  select rule.is_single into new.is_single
    from users subject
      join relation_rules rule on rule.subject_plan = subject.plan_id and rule.kind = new.kind
      join users object on object.id = new.object_id and object.plan_id = rule.object_plan
    where subject.id = new.subject_id;
  if not found then
    raise exception 'A relation of kind % does not fit the plans of its two ends.', new.kind
      using errcode = 'check_violation', constraint = 'relations_fit_their_plans', table = 'relations';
  end if;
  return new;
end $$;
create trigger relations_fit before insert or update of subject_id, kind, object_id on relations
  for each row execute function relation_fits();

-- Looked at when the work is done, so that a change of plan may end what no longer fits in any order.
create function plan_fits_relations() returns trigger
  language plpgsql as $$
begin
  if exists (
    select from relations
      join users subject on subject.id = relations.subject_id
      join users object on object.id = relations.object_id
      left join relation_rules rule
        on rule.subject_plan = subject.plan_id and rule.kind = relations.kind and rule.object_plan = object.plan_id
    where relations.ended_at is null and rule.kind is null and new.id in (relations.subject_id, relations.object_id)
  ) then
    raise exception 'User % has relations that do not fit plan %.', new.id, new.plan_id
      using errcode = 'check_violation', constraint = 'plans_fit_their_relations', table = 'users';
  end if;
  return null;
end $$;
create constraint trigger plans_fit after update of plan_id on users deferrable initially deferred
  for each row execute function plan_fits_relations();

-- U-36: a patient's chain is that of their center. A manager or distributor who is named directly wins over the one
-- that follows from the rep; of a rep's several managers the first one counts.
create view sales_chains with (security_invoker = true) as
select person.id as user_id, rep.id as rep_id, manager.id as manager_id, distributor.id as distributor_id,
  affiliate.id as affiliate_id
from users person
  left join lateral (
    select object_id as id from relations
    where subject_id = person.id and kind in ('center', 'referral_center') and person.plan_id in (2, 12)
      and ended_at is null and approved_at is not null
    order by kind, relations.id limit 1
  ) clinic on true
  -- Not coalesce, for behind it a policy does not let an index be used.
  cross join lateral (select case when clinic.id is null then person.id else clinic.id end as id) seller
  left join lateral (
    select object_id as id from relations
    where subject_id = seller.id and kind = 'rep' and ended_at is null and approved_at is not null order by relations.id limit 1
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
    where subject_id in (person.id, seller.id) and kind = 'affiliate' and ended_at is null and approved_at is not null
    order by subject_id <> person.id, relations.id limit 1
  ) affiliate on true;
grant select on sales_chains to vialkeep_platform, vialkeep_tenant;
