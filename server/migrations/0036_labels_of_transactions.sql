-- A request belongs to the transaction it was made from, whomever its label is for, and to the fees of its patients.

create table label_transactions (
  transaction_id integer not null references transactions,
  label_id       integer not null,
  domain_id      integer not null references domains,
  constraint a_transaction_has_one_label primary key (transaction_id),
  constraint transaction_of_a_label foreign key (label_id, domain_id) references labels (id, domain_id)
);
create index transactions_of_label on label_transactions (label_id);

-- Of the requests made before, the fee of each patient is known; those without one belong to no transaction.
insert into label_transactions (transaction_id, label_id, domain_id)
  select transaction_id, label_id, domain_id from label_patients where transaction_id is not null;
alter table label_patients drop column transaction_id;

call isolate('label_transactions');
grant select, insert on label_transactions to vialkeep_platform, vialkeep_tenant;
