-- online
-- A payment that comes back before the first download of its run is not in the file, also where it was marked as paid:
-- before, the file named a person whom another run pays.
create or replace function payout_person_is_kept() returns trigger
  language plpgsql as $$
declare
  leaves_file boolean := tg_op = 'UPDATE' and old.state = 'paid' and new.state = 'returned' and new.approval = 0;
begin
  if tg_op = 'DELETE' then
    if old.state <> 'due' then
      raise exception 'Payment % of run % is kept', old.person_id, old.run_id
        using errcode = 'check_violation', constraint = 'payments_are_kept', table = 'payout_people';
    end if;
    return old;
  end if;
  if (new.run_id, new.person_id, new.domain_id) is distinct from (old.run_id, old.person_id, old.domain_id)
    or old.state <> 'due' and not is_erasing() and ((new.cents, new.paid_on, new.reference, new.payee_name, new.payee_reference)
        is distinct from (old.cents, old.paid_on, old.reference, old.payee_name, old.payee_reference)
      or new.approval <> old.approval and not leaves_file
      or new.state = 'due' or old.state = 'returned' and new is distinct from old)
  then
    raise exception 'Payment % of run % is kept', old.person_id, old.run_id
      using errcode = 'check_violation', constraint = 'payments_are_kept', table = 'payout_people';
  end if;
  return new;
end $$;

-- A payment came back: its lines are payable again. One that was not marked as paid has no entry to reverse. Bank or
-- payroll has not read a file that was not downloaded yet, and would pay what another run pays again.
create or replace function return_payout(run integer, person integer, words text, out digest text)
  language plpgsql as $$
declare
  payee payout_people;
  paid  integer;
begin
  select * into payee from payout_people where run_id = run and person_id = person and state <> 'returned';
  if not found then
    return;
  end if;
  update commission_lines line set payout_id = null, paid_on = null, paid_how = null
    where line.payout_id = run and line.person_id = person;
  update payout_people returned set state = 'returned', returned_at = now(), note = words,
      approval = case when made.file_sha256 is null then 0 else returned.approval end
    from payout_runs made
    where made.id = run and returned.run_id = run and returned.person_id = person;
  if payee.state = 'paid' then
    select id into paid from journal_entries where key = 'paid:' || run || ':' || person;
    select encode(entry_digest, 'hex') into digest from post_entry(payee.domain_id, 'payout',
      'returned:' || run || ':' || person, 'Payment of payout run #' || run || ' returned',
      payout_entry_lines(person, -payee.cents), paid);
  end if;
  perform end_payout_run(run);
end $$;
