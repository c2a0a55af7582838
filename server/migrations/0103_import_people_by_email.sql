-- online
-- A site's connection cannot look for a person by `lower(email)` in the index, because `lower` may not see rows before the
-- policy has. Each name in a file was therefore looked for in all accounts. This asks as the owner, and for a site of the
-- connection alone.
create function site_person_by_email(site integer, address text) returns table (id integer, plan_id smallint)
  language sql stable security definer rows 1 set search_path = pg_catalog, public, pg_temp as $$
  select users.id, users.plan_id from users
  where works_for_site(site) and lower(users.email) = lower(address) and users.domain_id = site
    and users.removed_at is null
$$;
revoke execute on function site_person_by_email(integer, text) from public;
grant execute on function site_person_by_email(integer, text) to vialkeep_platform, vialkeep_tenant;

-- What has no @ is no e-mail. `offset 0`: while rows are being written, the planner takes the index of those that were for
-- almost empty, and would read all of them; looked for by themselves, they can only be found by their key.
create or replace function imported_person(batch integer, site integer, ref text)
  returns table (ident text, user_id integer, plan_id smallint)
  language sql stable as $$
  select coalesce(found.user_id::text, found.row_ident), found.user_id, found.plan_id from (
    select 1 as n, null::text as row_ident, users.id as user_id, users.plan_id
    from source_keys known join users on users.id = known.target_id and users.removed_at is null
    where known.domain_id = site and known.kind = 'people' and known.key = ref
    union all
    select 2, null, users.id, users.plan_id
    from (select row.target_id from import_rows row
        where row.import_id = batch and row.kind = 'people' and row.key = ref and row.state in ('existing', 'applied')
        offset 0) taken
      join users on users.id = taken.target_id and users.removed_at is null
    union all
    select 3, null, known.id, known.plan_id from site_person_by_email(site, ref) known where position('@' in ref) > 0
    union all
    select 4, row.file_id || ':' || row.row_no, null, (row.data ->> 'plan')::smallint from import_rows row
    where row.import_id = batch and row.kind = 'people' and row.key = ref and row.state = 'new'
    union all
    select 5, row.file_id || ':' || row.row_no, null, (row.data ->> 'plan')::smallint from import_rows row
    where row.import_id = batch and row.kind = 'people' and row.email = lower(ref) and row.state = 'new'
  ) found order by found.n limit 1
$$;
