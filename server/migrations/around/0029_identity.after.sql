-- The function of 0003_sessions.sql, unchanged.
create function acting_still_allowed(acting sessions) returns boolean
  language sql stable
  return exists (
    select from sessions parent
      join users actor on actor.id = acting.actor_id
      join domains home on home.id = actor.domain_id
      join users person on person.id = acting.user_id
    where parent.id = acting.parent_id and parent.ended_at is null and parent.expires_at > now() and actor.is_active
      and case acting.kind
        when 'login_as' then case actor.plan_id
          when 10 then person.plan_id <> 10
          when 7 then person.plan_id not in (7, 10) and (home.is_main or home.id = person.domain_id)
          else false
        end
        when 'staff_access' then actor.plan_id = 9 and person.plan_id = 4 and person.is_active and exists (
          select from relations
          where subject_id = acting.actor_id and kind = 'center' and object_id = acting.user_id
            and ended_at is null and approved_at is not null)
        else false
      end);
grant execute on function acting_still_allowed(sessions) to vialkeep_platform;
