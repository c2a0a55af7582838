-- What helps people use the portal: assets of links and files, for the memberships and the pages they name.

create table assets (
  id          integer generated always as identity primary key,
  -- null: for every site (S-31)
  domain_id   integer references domains,
  asset_name  text not null,
  description text not null,
  -- for whom it is; for nobody while it is empty
  plan_ids    smallint[] not null default '{}',
  created_at  timestamptz not null default now(),
  constraint assets_say_what_they_are check (btrim(asset_name) <> '' and btrim(description) <> ''),
  constraint assets_are_for_plans check (plan_ids <@ '{1,2,3,4,5,6,7,8,9,10,11,12,15,16}'::smallint[])
);
call isolate('assets');
-- What is for every site is every site's to read, and the platform's to write.
create policy shared on assets for select to vialkeep_tenant using (domain_id is null and chosen_domain() is not null);
grant select, insert, update, delete on assets to vialkeep_platform, vialkeep_tenant;

create table asset_sections (
  id       integer generated always as identity primary key,
  asset_id integer not null references assets on delete cascade,
  url      text not null,
  constraint sections_are_named check (btrim(url) <> ''),
  constraint sections_once unique (asset_id, url)
);

create table asset_items (
  id       integer generated always as identity primary key,
  asset_id integer not null references assets on delete cascade,
  -- 1 link, 2 file
  type     smallint not null,
  name     text not null default '',
  path     text not null,
  file     text generated always as (case when type = 2 then 'assets/' || path end) stored references files,
  constraint items_are_links_or_files check (type in (1, 2)),
  constraint links_lead_to_the_web check (type <> 1 or path ~* '^https://'),
  constraint files_have_names check (type <> 2 or btrim(name) <> ''),
  constraint files_of_one_asset unique (file)
);
create index asset_items_of_asset on asset_items (asset_id, id);

-- Whoever sees an asset sees its parts; whoever may change it may change them.
do $$
declare
  part text;
begin
  foreach part in array array['asset_sections', 'asset_items'] loop
    execute format('alter table %I enable row level security', part);
    execute format('alter table %I force row level security', part);
    execute format('create policy every_site on %I to vialkeep_platform using (true) with check (true)', part);
    execute format('create policy owner on %I to %I using (true) with check (true)', part, current_user);
    execute format('create policy seen on %I for select to vialkeep_tenant
      using (exists (select from assets where assets.id = asset_id))', part);
    execute format('create policy own_site on %I to vialkeep_tenant
      using (exists (select from assets where assets.id = asset_id and assets.domain_id = chosen_domain()))
      with check (exists (select from assets where assets.id = asset_id and assets.domain_id = chosen_domain()))', part);
  end loop;
end $$;
grant select, insert, delete on asset_sections, asset_items to vialkeep_platform, vialkeep_tenant;
