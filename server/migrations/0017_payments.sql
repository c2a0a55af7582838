-- Saved cards: what may be shown of them, and by which names the payment gateway knows them. The numbers are not here.

-- One customer at the gateway for each user. The reference is ours and made first, so that asking the gateway again
-- after a lost answer finds the same customer.
create table payment_customers (
  user_id     integer not null,
  domain_id   integer not null references domains,
  gateway     text not null,
  reference   text not null,
  customer_id text,
  created_at  timestamptz not null default now(),
  constraint payment_customers_once primary key (user_id, gateway),
  constraint payment_customers_are_known unique (user_id, gateway, customer_id),
  constraint payment_references_name_one_customer unique (reference),
  constraint payment_references_fit_the_gateway check (length(reference) between 1 and 20),
  constraint one_customer_of_the_gateway_for_one_user unique (gateway, customer_id),
  constraint payment_customer_user foreign key (user_id, domain_id) references users (id, domain_id)
);
call isolate('payment_customers');
grant select, insert, update on payment_customers to vialkeep_platform, vialkeep_tenant;

create table saved_cards (
  id          integer generated always as identity primary key,
  domain_id   integer not null references domains,
  user_id     integer not null,
  gateway     text not null,
  customer_id text not null,
  card_id     text not null,
  brand       text not null,
  last4       text not null,
  holder      text not null,
  expires     text not null,
  is_default  boolean not null default false,
  created_at  timestamptz not null default now(),
  constraint saved_cards_once unique (gateway, customer_id, card_id),
  constraint saved_cards_keep_four_digits check (last4 ~ '^\d{4}$'),
  constraint saved_cards_expire_in_a_month check (expires ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  constraint saved_cards_hold_no_number
    check (holder !~ '(\d[ -]?){12,}' and brand ~ '^[A-Za-z]{1,20}$' and length(holder) <= 100),
  constraint saved_card_user foreign key (user_id, domain_id) references users (id, domain_id),
  constraint saved_card_customer foreign key (user_id, gateway, customer_id)
    references payment_customers (user_id, gateway, customer_id)
);
create index saved_cards_of_user on saved_cards (user_id, gateway, id);
create unique index saved_cards_one_default on saved_cards (user_id, gateway) where is_default;

call isolate('saved_cards');
grant select, insert, update, delete on saved_cards to vialkeep_platform, vialkeep_tenant;

-- Never two defaults by the index above, and never none by this, looked at when the work is done. The lock puts writers
-- of the same user in line.
create function saved_cards_have_a_default() returns trigger
  language plpgsql as $$
declare
  changed saved_cards := case tg_op when 'DELETE' then old else new end;
begin
  perform from users where id = changed.user_id for no key update;
  if exists (select from saved_cards where user_id = changed.user_id and gateway = changed.gateway)
    and not exists (select from saved_cards where user_id = changed.user_id and gateway = changed.gateway and is_default)
  then
    raise exception 'User % has saved cards and none of them is the default.', changed.user_id
      using errcode = 'check_violation', constraint = 'saved_cards_have_one_default', table = 'saved_cards';
  end if;
  return null;
end $$;
create constraint trigger saved_cards_have_one_default after insert or delete or update of is_default on saved_cards
  deferrable initially deferred for each row execute function saved_cards_have_a_default();

-- A card stays whose it is.
create function saved_cards_stay() returns trigger
  language plpgsql as $$
begin
  raise exception 'A saved card does not change hands.'
    using errcode = 'check_violation', constraint = 'saved_cards_do_not_change_hands', table = 'saved_cards';
end $$;
create trigger saved_cards_do_not_change_hands before update of user_id, gateway, customer_id, card_id on saved_cards
  for each row execute function saved_cards_stay();

-- What the sandbox gateway keeps. It stands for somebody else's system: nothing of ours refers to these tables, and only
-- the gateway reads them. It has no column that a card number or a security code would fit in.

create table sandbox_customers (
  id         bigint generated always as identity (start with 9001) primary key,
  reference  text not null,
  email      text not null,
  created_at timestamptz not null default now(),
  constraint sandbox_customers_once unique (reference)
);

create table sandbox_cards (
  id          bigint generated always as identity (start with 7001) primary key,
  customer_id bigint not null references sandbox_customers,
  brand       text not null check (length(brand) <= 20),
  last4       text not null check (last4 ~ '^\d{4}$'),
  holder      text not null check (length(holder) <= 100 and holder !~ '(\d[ -]?){12,}'),
  expires     text not null check (expires ~ '^\d{4}-\d{2}$'),
  -- what it is a test card for
  behaviour   text not null,
  created_at  timestamptz not null default now(),
  constraint sandbox_cards_once unique (customer_id, brand, last4, expires, holder)
);

create table sandbox_charges (
  id             bigint generated always as identity (start with 60000000001) primary key,
  reference      text not null,
  amount_cents   bigint not null check (amount_cents > 0),
  invoice_number text not null,
  description    text not null,
  customer       text not null,
  brand          text not null check (length(brand) <= 20),
  last4          text not null check (last4 ~ '^\d{4}$'),
  state          text not null,
  auth_code      text not null default '',
  created_at     timestamptz not null default now(),
  settled_at     timestamptz,
  constraint sandbox_charges_once unique (reference),
  constraint sandbox_charge_states
    check (state in ('received', 'approved', 'declined', 'held', 'voided', 'given_up'))
);
grant select, insert on sandbox_customers to vialkeep_platform;
grant select, insert, update, delete on sandbox_cards to vialkeep_platform;
grant select, insert, update on sandbox_charges to vialkeep_platform;
