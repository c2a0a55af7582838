-- online
-- A lot that was recorded for a batch by mistake is taken back by a row of its own, and recorded again by another one.
create table batch_lot_corrections (
  id          integer generated always as identity primary key,
  domain_id   integer not null references domains,
  lab_id      integer not null,
  batch_id    integer not null,
  lot_id      integer not null,
  is_used     boolean not null,
  operator_id integer,
  at          timestamptz not null default now(),
  constraint corrected_batch_lot foreign key (batch_id, lot_id) references batch_lots (batch_id, lot_id),
  constraint correction_of_batch foreign key (batch_id, lab_id, domain_id) references batches (id, lab_id, domain_id),
  constraint correction_operator foreign key (operator_id, lab_id, domain_id)
    references lab_operators (id, lab_id, domain_id)
);
create index batch_lot_corrections_newest on batch_lot_corrections (batch_id, lot_id, id desc);
call isolate('batch_lot_corrections');
grant select, insert on batch_lot_corrections to vialkeep_platform, vialkeep_tenant;
create trigger batch_lot_corrections_are_kept before update or delete or truncate on batch_lot_corrections
  for each statement execute function refuse_change();

-- The lots that a batch has after all corrections.
create view batch_lots_in_use with (security_invoker = true) as
select batch_lot.* from batch_lots batch_lot
where coalesce((select correction.is_used from batch_lot_corrections correction
  where correction.batch_id = batch_lot.batch_id and correction.lot_id = batch_lot.lot_id
  order by correction.id desc limit 1), true);
grant select on batch_lots_in_use to vialkeep_platform, vialkeep_tenant;
