-- Shipping labels: asked for by a clinic, made by an administrator or the carrier, and told to the clinic by letter.

create table labels (
  id                 integer generated always as identity primary key,
  domain_id          integer not null references domains,
  -- how often it was changed since it was asked for; a form that is behind is not saved
  version            integer not null default 1,
  -- the clinic that asked, and the center whose fee it was asked for by (U-46)
  requester_id       integer not null,
  center_id          integer not null,
  center_email       text not null,
  representative     text not null,
  doctor_name        text not null default '',
  doctor_email       text not null default '',
  doctor_phone       text not null default '',
  -- somebody without an account; empty where there are patients
  other_patient_name text not null default '',
  label_date         date not null,
  address1           text not null,
  address2           text not null default '',
  city               text not null,
  state_desc         text not null,
  country_desc       text not null,
  zip_code           text not null,
  requested_at       timestamptz not null default now(),
  -- 'fedex-label/….pdf'; null until there is a label
  file               text references files,
  tracking_link      text not null default '',
  tracking_number    text not null default '',
  made_at            timestamptz,
  -- the last letter about the label as it is now, and when it went out
  letter_id          integer references letters,
  notified_at        timestamptz,
  -- the carrier was asked to make it, and since when; whether it did is not known until this is empty again
  asked_carrier_at   timestamptz,
  -- why somebody must look before the carrier is asked once more
  carrier_doubt      text,
  -- where the shipment is, as the carrier last said
  shipment_state     text,
  shipment_words     text not null default '',
  delivered_at       timestamptz,
  tracked_at         timestamptz,
  constraint labels_belong_to_one_site unique (id, domain_id),
  constraint a_label_file_has_one_label unique (file),
  constraint a_label_is_made_once_it_has_a_file check ((file is null) = (made_at is null)),
  constraint only_a_label_is_told check (file is not null or (letter_id is null and notified_at is null)),
  constraint tracking_leads_to_the_web check (tracking_link = '' or tracking_link ~* '^https://'),
  constraint shipment_states check (shipment_state in
    ('unknown', 'label_made', 'on_its_way', 'out_for_delivery', 'delivered', 'exception', 'returned', 'cancelled')),
  constraint label_requester foreign key (requester_id, domain_id) references users (id, domain_id),
  constraint label_center foreign key (center_id, domain_id) references users (id, domain_id)
);
create index labels_of_requester on labels (requester_id, id desc);
create index labels_of_center on labels (center_id, id desc);
create index labels_of_site on labels (domain_id, id desc);
create index labels_not_told on labels (id) where letter_id is not null and notified_at is null;
create index labels_under_way on labels (tracked_at nulls first) where file is not null and tracking_number <> '';
call isolate('labels');
grant select, insert, update on labels to vialkeep_platform, vialkeep_tenant;

-- For whom a label is, and by which paid fee. A fee has one label.
create table label_patients (
  label_id       integer not null,
  domain_id      integer not null references domains,
  patient_id     integer not null,
  transaction_id integer references transactions,
  primary key (label_id, patient_id),
  constraint a_fee_has_one_label unique (transaction_id),
  constraint patient_of_a_label foreign key (label_id, domain_id) references labels (id, domain_id),
  constraint label_patient foreign key (patient_id, domain_id) references users (id, domain_id)
);
create index labels_of_patient on label_patients (patient_id);
call isolate('label_patients');
grant select, insert on label_patients to vialkeep_platform, vialkeep_tenant;
