import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

export type StorageFault = { readonly about: string; readonly fault: string };

/** Checks that the invoices of storage plans agree with their charges, their receipts and the journal. */
export async function verifyStorage(db: Db): Promise<StorageFault[]> {
  const { rows } = await sql<StorageFault>`
    with paid as (select * from storage_invoices where paid_on is not null),
      numbered as (select id, 'Storage invoice S-' || lpad(number::text, 6, '0') || ' of site #' || domain_id as about
        from storage_invoices),
      charged as (select invoice_id, count(*) as n from storage_charges where state = 'charged' group by 1),
      deferred as (
        select domain_id, sum(cents - recognised_cents - unearned_cents) as cents from paid group by 1),
      posted as (select domain_id, -sum(cents) as cents from journal_lines where account = 2100 group by 1)
    select about, case when entry.id is null then 'has no journal entry' else 'differs from its journal entry' end as fault
    from paid join numbered using (id) left join journal_entries entry on entry.key = 'storage:' || paid.id
      left join lateral (select jsonb_agg(jsonb_build_array(account, cents) order by n) as lines
        from journal_lines where entry_id = entry.id) lines on true
    where entry.domain_id is distinct from paid.domain_id or lines.lines is distinct from jsonb_build_array(
      jsonb_build_array(1000, paid.cents), jsonb_build_array(2100, -paid.cents))
    union all
    select 'Journal entry ' || entry.id || ' (' || entry.key || ')', 'has no storage invoice that is paid'
    from journal_entries entry
    where entry.kind = 'storage' and not exists (select from paid where entry.key = 'storage:' || paid.id)
    union all
    select about, 'it was charged ' || coalesce(charged.n, 0) || ' times'
    from storage_invoices invoice join numbered using (id) left join charged on charged.invoice_id = invoice.id
    where coalesce(charged.n, 0) <> case when invoice.paid_on is null then 0 else 1 end
    union all
    select about, 'its journal entry differs from its audit row'
    from paid join numbered using (id) join journal_entries entry on entry.key = 'storage:' || paid.id
    where not exists (select from audit_log row
      where row.subject = 'storage_invoice' and row.subject_id = paid.id::text and row.domain_id = paid.domain_id
        and row.action = 'storage.settle_charge' and row.facts ->> 'journal' = encode(entry.digest, 'hex'))
    union all
    select about, 'it has ' || count(letters.id) || ' receipts'
    from paid join numbered using (id) left join letters on letters.kind = 'storage_receipt'
      and letters.domain_id = paid.domain_id
      and letters.subject = 'Receipt for storage invoice S-' || lpad(paid.number::text, 6, '0')
    group by about having count(letters.id) <> 1
    union all
    select 'Storage invoices of site #' || domain_id, 'their numbers end at ' || max(number) || ', and there are ' || count(*)
    from storage_invoices group by domain_id having max(number) <> count(*)
    union all
    select about, 'more was recognised than it has earned'
    from paid join numbered using (id)
    where recognised_cents > storage_earned(cents, unearned_cents, from_day, to_day, day_of(now()))
    union all
    select 'Deferred storage revenue of site #' || domain_id, 'the journal has ' || coalesce(posted.cents, 0)
      || ' cents, and ' || coalesce(deferred.cents, 0) || ' are paid and neither recognised nor refunded'
    from deferred full join posted using (domain_id)
    where coalesce(deferred.cents, 0) <> coalesce(posted.cents, 0)
    union all
    select about, 'its charge has waited for the gateway for more than a day'
    from storage_charges charge join numbered on numbered.id = charge.invoice_id
    where charge.state = 'begun' and charge.begun_at < now() - interval '1 day'
    union all
    select about, 'it is open although its plan has ended'
    from storage_invoices invoice join numbered using (id) join storage_enrolments plan on plan.id = invoice.enrolment_id
    where invoice.state = 'open' and plan.state = 'ended'
    order by 1, 2`.execute(db);
  return [...rows];
}
