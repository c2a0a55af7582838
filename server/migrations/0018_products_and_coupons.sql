-- What is sold, what it costs, and the codes that make it cheaper. Money is whole cents.

create table products (
  -- given by the documents: buttons and rules hang on it
  id                 integer primary key,
  name               text not null,
  description        text not null,
  price_cents        integer not null,
  shipping_fee_cents integer not null,
  constraint products_are_named check (btrim(name) <> ''),
  constraint products_cost_something check (price_cents between 1 and 100000000),
  constraint products_are_shipped_for_a_fee check (shipping_fee_cents between 0 and 100000000),
  constraint a_pre_order_is_not_shipped check (id <> 14 or shipping_fee_cents = 0)
);
-- Samples (U-21); `npm run set-price` changes them.
insert into products (id, name, description, price_cents, shipping_fee_cents) values
  (1, 'New Patient Processing Fee', 'Processing of one new patient''s tissue, from receipt by the lab to vials in storage.', 380000, 12000),
  (2, 'Order Patient Vials', 'Vials from a patient''s stored stock, shipped on the date you choose.', 45000, 9500),
  (3, 'Harvesting Kit', 'Everything one harvest needs, sterile packed.', 29500, 2500),
  (8, 'FDA Cleared Single Use Sterile Disposable Cannula', 'One cannula for a single harvest.', 6500, 1500),
  (9, '5 Harvesting Kits', 'Five kits in one box.', 139500, 6000),
  (10, '5 FDA Cleared Single Use Sterile Disposable Cannulas', 'Five cannulas, packed one by one.', 30000, 3500),
  (11, 'Shipping Supplies', 'Insulated box, cold packs, labels and pouches for one shipment to the lab.', 14000, 2000),
  (12, 'Office Pop-up Banner', 'A banner for the waiting room, with its stand.', 18900, 3000),
  (13, 'New Patient Referral Processing Fee', 'Processing of one new patient''s tissue that another center harvests for you.', 380000, 12000),
  (14, 'Pre-Order Patient Vials', 'Vials of a patient whose tissue is still being processed; they stay in storage.', 45000, 0);
grant select on products to vialkeep_platform, vialkeep_tenant;
grant update (price_cents, shipping_fee_cents) on products to vialkeep_platform;

create table coupons (
  id                integer generated always as identity primary key,
  -- null: for every site
  domain_id         integer references domains,
  name              text not null,
  code              text not null,
  discount_cents    integer not null,
  -- 0: without limit
  max_use_number    integer not null default 0,
  used_number       integer not null default 0,
  is_active         boolean not null default true,
  -- empty: for every product
  product_ids       integer[] not null default '{}',
  -- null: for every center
  harvest_center_id integer references users,
  version           integer not null default 0,
  created_at        timestamptz not null default now(),
  removed_at        timestamptz,
  constraint coupon_center_is_of_its_site foreign key (harvest_center_id, domain_id) references users (id, domain_id),
  constraint coupons_are_named check (btrim(name) <> '' and code <> '' and code = btrim(code)),
  constraint coupons_take_something_off check (discount_cents between 1 and 100000000),
  constraint coupons_are_used_within_their_limit
    check (used_number >= 0 and max_use_number >= 0 and (max_use_number = 0 or used_number <= max_use_number))
);
-- A code is one coupon on a site. One for every site may bear it too: the site's own goes first.
create unique index coupons_code_once on coupons (coalesce(domain_id, 0), lower(code)) where removed_at is null;
create index coupons_of_center on coupons (harvest_center_id) where harvest_center_id is not null;

create function coupon_products_exist() returns trigger
  language plpgsql as $$
begin
  if exists (select unnest(new.product_ids) except select id from products) then
    raise exception 'A coupon names a product that does not exist.'
      using errcode = 'check_violation', constraint = 'coupons_name_known_products', table = 'coupons';
  end if;
  return new;
end $$;
create trigger coupons_name_known_products before insert or update of product_ids on coupons
  for each row execute function coupon_products_exist();

call isolate('coupons');
-- S-31: a buyer of any site may use it; only the platform administers it.
create policy shared on coupons for select to vialkeep_tenant
  using (domain_id is null and chosen_domain() is not null);
-- How often it was used is not theirs to write: take_coupon and release_coupon count.
grant select, insert on coupons to vialkeep_platform, vialkeep_tenant;
grant update (domain_id, name, code, discount_cents, max_use_number, is_active, product_ids, harvest_center_id, version,
  removed_at) on coupons to vialkeep_platform, vialkeep_tenant;

-- Each use of a coupon, by the purchase it belongs to. One that came to nothing is released and kept.
create table coupon_uses (
  reference      text primary key check (reference <> ''),
  coupon_id      integer not null references coupons,
  domain_id      integer not null references domains,
  user_id        integer not null,
  product_id     integer not null references products,
  discount_cents integer not null check (discount_cents >= 0),
  taken_at       timestamptz not null default now(),
  released_at    timestamptz,
  constraint coupon_user foreign key (user_id, domain_id) references users (id, domain_id)
);
create index coupon_uses_of_coupon on coupon_uses (coupon_id);
create index coupon_uses_of_user on coupon_uses (user_id);
call isolate('coupon_uses');
grant select on coupon_uses to vialkeep_platform, vialkeep_tenant;

-- Whether this connection works for this site. Asked inside functions that run as the owner, where no policy asks it.
create function works_for_site(site integer) returns boolean
  language sql stable
  return current_setting('role') = 'vialkeep_platform'
    or (current_setting('role') = 'vialkeep_tenant' and chosen_domain() = site);

-- Counts one use, if the coupon counts for this purchase and has one left: asked and written by one statement, whose row
-- lock puts buyers in line. The same purchase again is the same use.
create function take_coupon(coupon integer, site integer, buyer integer, product integer, center integer, purchase text,
  cents integer) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not works_for_site(site) then
    return false;
  end if;
  insert into coupon_uses (reference, coupon_id, domain_id, user_id, product_id, discount_cents)
    values (purchase, coupon, site, buyer, product, cents) on conflict (reference) do nothing;
  if not found then
    return exists (select from coupon_uses where reference = purchase and coupon_id = coupon and domain_id = site
      and user_id = buyer and released_at is null);
  end if;
  update coupons set used_number = used_number + 1
    where id = coupon and is_active and removed_at is null and cents <= discount_cents
      and (max_use_number = 0 or used_number < max_use_number)
      and (domain_id is null or domain_id = site)
      and (product_ids = '{}' or product = any (product_ids))
      and (harvest_center_id is null or harvest_center_id = center);
  if not found then
    delete from coupon_uses where reference = purchase;
    return false;
  end if;
  return true;
end $$;
revoke all on function take_coupon(integer, integer, integer, integer, integer, text, integer) from public;
grant execute on function take_coupon(integer, integer, integer, integer, integer, text, integer)
  to vialkeep_platform, vialkeep_tenant;

-- Gives a use back, once.
create function release_coupon(purchase text) returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  given_back integer;
begin
  update coupon_uses set released_at = now()
    where reference = purchase and released_at is null and works_for_site(domain_id)
    returning coupon_id into given_back;
  update coupons set used_number = used_number - 1 where id = given_back;
  return given_back;
end $$;
revoke all on function release_coupon(text) from public;
grant execute on function release_coupon(text) to vialkeep_platform, vialkeep_tenant;
