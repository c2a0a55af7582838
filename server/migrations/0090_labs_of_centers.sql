-- online
-- A center can have several labs and a patient has one: `is_single` tells the centers of a lab from its patients, who are
-- a hundred times as many. It was left as it was when a patient with a lab became a center, which also kept the center
-- from having a second lab.
create or replace function plan_fits_relations() returns trigger
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
  update relations set is_single = false from relation_rules rule
    where subject_id = new.id and ended_at is null and relations.is_single
      and rule.subject_plan = new.plan_id and rule.kind = relations.kind and not rule.is_single;
  return null;
end $$;

update relations set is_single = false from users center
  where center.id = relations.subject_id and center.plan_id = 4 and relations.kind = 'lab' and relations.is_single
    and relations.ended_at is null;

create or replace view active_relations with (security_invoker = true) as
select id, domain_id, subject_id, kind, object_id, started_at, is_single
from relations where ended_at is null and approved_at is not null;
