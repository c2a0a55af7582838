import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { REFUND_RECEIPT } from './refund-receipt.ts';

export type RefundFault = { readonly about: string; readonly fault: string };

/** Checks that what was given back is the same in the transactions, the refunds, the journal and the receipts. */
export async function verifyRefunds(db: Db): Promise<RefundFault[]> {
  const { rows } = await sql<RefundFault>`
    with done as (select *, case way when 'chargeback' then 'chargeback:' else 'refund:' end || id as entry_key
        from refunds where state = 'done'),
      given_back as (select transaction_id as id, sum(cents) as cents from done where transaction_id is not null group by 1),
      of_invoices as (select invoice_id as id, sum(cents) as cents, sum(unearned_cents) as unearned from done
        where invoice_id is not null group by 1)
    select 'Transaction #' || sold.id as about, case
        when sold.refunded_cents > sold.charged_cents then 'more was refunded than charged'
        else 'its refunds add up to ' || coalesce(given_back.cents, 0) || ' cents and not to ' || sold.refunded_cents
        end as fault
    from transactions sold left join given_back using (id)
    where (sold.refunded_cents > 0 or given_back.id is not null)
      and (sold.refunded_cents > sold.charged_cents or sold.refunded_cents is distinct from given_back.cents)
    union all
    select 'Refund #' || done.id, case when entry.id is null then 'has no journal entry'
        else 'differs from its journal entry' end
    from done left join journal_entries entry on entry.key = done.entry_key
      left join lateral (select
          jsonb_agg(jsonb_build_array(account, cents, transaction_id) order by n) as lines
        from journal_lines where entry_id = entry.id) posted on true
    where entry.domain_id is distinct from done.domain_id or posted.lines is distinct from (
      select jsonb_agg(jsonb_build_array(account, cents, done.transaction_id) order by n) from (values
        (1, 2100, done.unearned_cents),
        (2, case done.way when 'chargeback' then 4920 else 4910 end, done.cents - done.unearned_cents),
        (3, case when done.way in ('outside', 'chargeback') then 1010 else 1000 end, -done.cents)) line (n, account, cents)
      where cents <> 0)
    union all
    select 'Storage invoice #' || invoice.id, 'its refunds add up to ' || coalesce(of_invoices.cents, 0) || ' cents, '
      || coalesce(of_invoices.unearned, 0) || ' of them unearned, and not to ' || invoice.refunded_cents || ' and '
      || invoice.unearned_cents
    from storage_invoices invoice left join of_invoices using (id)
    where (invoice.refunded_cents, invoice.unearned_cents)
      is distinct from (coalesce(of_invoices.cents, 0), coalesce(of_invoices.unearned, 0))
    union all
    select 'Journal entry ' || entry.id || ' (' || entry.key || ')', 'has no refund that is done'
    from journal_entries entry
    where entry.kind in ('refund', 'chargeback') and not exists (select from done where entry.key = done.entry_key)
    union all
    select 'Refund #' || done.id, 'its journal entry differs from its audit row'
    from done join journal_entries entry on entry.key = done.entry_key
    where not exists (select from audit_log row
      where row.subject = 'refund' and row.subject_id = done.id::text and row.domain_id = done.domain_id
        and row.action = 'refunds.settle' and row.facts -> 'journal' ? encode(entry.digest, 'hex'))
    union all
    select 'Refund #' || done.id, 'it has ' || count(letters.id) || ' receipts'
    from done left join letters on letters.kind = ${REFUND_RECEIPT} and letters.domain_id = done.domain_id
      and letters.subject like 'Refund #' || done.id || ' of %'
    group by done.id having count(letters.id) <> 1
    union all
    select 'Refund #' || id, 'it has waited for the gateway for more than a day'
    from refunds where state = 'begun' and begun_at < now() - interval '1 day'
    union all
    select 'Refund #' || id, 'it has waited for the settlement of its charge for more than a week'
    from refunds where state = 'waiting' and requested_at < now() - interval '7 days'
    union all
    select 'Refund #' || subject_id, 'the gateway gave money back after it was over'
    from audit_log where action = 'refunds.settle_again' and (facts ->> 'given_back')::boolean
    order by 1, 2`.execute(db);
  return [...rows];
}
