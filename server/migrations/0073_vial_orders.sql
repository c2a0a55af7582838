-- online
-- What a purchase asks the lab to send, and what a deviation touched.

create table vial_orders (
  id               integer generated always as identity primary key,
  domain_id        integer not null references domains,
  lab_id           integer not null,
  patient_id       integer not null,
  checkout_id      integer not null references checkouts constraint one_order_of_a_checkout unique,
  -- null until it is paid
  transaction_id   integer references transactions constraint one_order_of_a_transaction unique,
  product_id       integer not null references products,
  quantity         integer not null check (quantity between 1 and 999),
  code             text not null constraint order_codes_name_one_order unique
    check (code ~ '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]$'),
  state            text not null default 'unpaid' constraint vial_order_states check (state in
    ('unpaid', 'waiting', 'ready', 'picking', 'packed', 'shipped', 'delivered', 'cancelled')),
  ship_on          date,
  -- the label of the parcel, as in `labels`
  file             text references files constraint order_label_of_one_order unique,
  tracking_link    text not null default '' check (tracking_link = '' or tracking_link ~* '^https://'),
  tracking_number  text not null default '' check (length(tracking_number) <= 100),
  made_at          timestamptz,
  asked_carrier_at timestamptz,
  carrier_doubt    text,
  shipment_state   text constraint order_shipment_states check (shipment_state in
    ('unknown', 'label_made', 'on_its_way', 'out_for_delivery', 'delivered', 'exception', 'returned', 'cancelled')),
  shipment_words   text not null default '' check (length(shipment_words) <= 500),
  tracked_at       timestamptz,
  shipped_entry_id integer,
  delivered_at     timestamptz,
  -- why it is cancelled
  reason           text not null default '' check (length(reason) <= 1000),
  version          integer not null default 1,
  constraint vial_orders_of_patient unique (id, patient_id),
  constraint vial_orders_in_domain unique (id, domain_id),
  constraint vial_order_lab foreign key (lab_id, domain_id) references users (id, domain_id),
  constraint vial_order_patient foreign key (patient_id, domain_id) references users (id, domain_id),
  constraint vial_order_entry foreign key (patient_id, shipped_entry_id) references vial_entries (patient_id, id),
  constraint order_labels_have_a_time check ((file is null) = (made_at is null)),
  constraint paid_orders_have_a_transaction
    check (state in ('unpaid', 'cancelled') or transaction_id is not null),
  constraint shipped_orders_have_an_entry check ((state in ('shipped', 'delivered')) = (shipped_entry_id is not null)),
  constraint delivered_orders_have_a_time check ((state = 'delivered') = (delivered_at is not null)),
  constraint cancelled_orders_have_a_reason check ((state = 'cancelled') = (reason <> ''))
);
create index vial_orders_of_lab on vial_orders (lab_id, id desc);
create index vial_orders_to_fill on vial_orders (lab_id, state, id)
  where state in ('unpaid', 'waiting', 'ready', 'picking', 'packed');
create index vial_orders_of_patient_newest on vial_orders (patient_id, id desc);
create index vial_orders_under_way on vial_orders (tracked_at nulls first)
  where state = 'shipped' and tracking_number <> '';
create index vial_orders_of_entry on vial_orders (shipped_entry_id) where shipped_entry_id is not null;
call isolate('vial_orders');
grant select, insert, update (transaction_id, state, ship_on, file, tracking_link, tracking_number, made_at,
    asked_carrier_at, carrier_doubt, shipment_state, shipment_words, tracked_at, shipped_entry_id, delivered_at, reason,
    version) on vial_orders to vialkeep_platform, vialkeep_tenant;
create trigger vial_orders_are_of_a_lab before insert on vial_orders
  for each row execute function require_lab_account();
create trigger vial_orders_are_kept before delete or truncate on vial_orders
  for each statement execute function refuse_change();

create table deviation_vials (
  deviation_id integer not null,
  vial_id      integer not null references vials,
  domain_id    integer not null references domains,
  lab_id       integer not null,
  -- what the vial was when it was touched
  state_then   text not null check (state_then in ('stored', 'shipped', 'discarded', 'withdrawn')),
  order_id     integer,
  center_id    integer,
  primary key (deviation_id, vial_id),
  constraint vial_deviation foreign key (deviation_id, lab_id, domain_id) references deviations (id, lab_id, domain_id),
  constraint touched_order foreign key (order_id, domain_id) references vial_orders (id, domain_id),
  constraint touched_center foreign key (center_id, domain_id) references users (id, domain_id)
);
create index deviations_of_vial on deviation_vials (vial_id);
call isolate('deviation_vials');
grant select, insert on deviation_vials to vialkeep_platform, vialkeep_tenant;
create trigger deviation_vials_are_kept before update or delete or truncate on deviation_vials
  for each statement execute function refuse_change();
