-- Every member with tag 1 may order vials, and nothing is sold without a sales rep: every plan that has no clinic may have one.
insert into relation_rules (subject_plan, kind, object_plan, is_single)
select plan, 'rep', 3, true from unnest(array[1, 3, 6, 7, 8, 9, 10, 11, 15]::smallint[]) plan
on conflict do nothing;
