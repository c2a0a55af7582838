import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

export type ReconciliationFault = { readonly about: string; readonly fault: string };

/** Checks that the journal has posted what the gateway settled, batch by batch and site by site, and what was written off. */
export async function verifyReconciliation(db: Db): Promise<ReconciliationFault[]> {
  const { rows } = await sql<ReconciliationFault>`
    with settled as (
      select batch, domain_id, sum(case kind when 'charge' then cents else -cents end) as cents
      from gateway_records
      where batch is not null and domain_id is not null and state = 'settled' and kind in ('charge', 'refund')
      group by 1, 2
    ), posted as (
      select split_part(entry.key, ':', 2) as batch, entry.domain_id, sum(line.cents) as cents
      from journal_entries entry join journal_lines line on line.entry_id = entry.id and line.account = 1010
      where entry.kind = 'settled'
      group by 1, 2
    )
    select 'Batch ' || batch || ' of site #' || domain_id as about, case
        when posted.cents is null then 'it is not posted'
        when settled.cents is null then 'it is posted, and the gateway has no record of it'
        else 'the gateway settled ' || settled.cents || ' cents and ' || posted.cents || ' are posted' end as fault
    from settled full join posted using (batch, domain_id)
    where coalesce(settled.cents, 0) <> coalesce(posted.cents, 0)
    union all
    select 'Journal entry ' || entry.id || ' (' || entry.key || ')', 'is posted to other accounts than bank and receipts'
    from journal_entries entry
    where entry.kind = 'settled' and (select array_agg(account order by account) from journal_lines
      where entry_id = entry.id) is distinct from '{1000,1010}'
    union all
    select 'Difference #' || item.id, case when entry.id is null then 'it is written off without a journal entry'
        else 'differs from its journal entry' end
    from reconciliation_items item left join journal_entries entry on entry.key = 'written-off:' || item.id
    where item.how = 'write_off' and (entry.domain_id is distinct from item.domain_id or not exists (
      select from journal_lines where entry_id = entry.id and account = 5900 and cents = case item.kind
        when 'chargeback' then item.theirs_cents
        else coalesce(item.ours_cents, 0) - coalesce(item.theirs_cents, 0) end))
    union all
    select 'Journal entry ' || entry.id || ' (' || entry.key || ')', 'has no difference that is written off'
    from journal_entries entry
    where entry.kind = 'write_off' and not exists (select from reconciliation_items item
      where item.how = 'write_off' and entry.key = 'written-off:' || item.id)
    union all
    select 'Difference #' || item.id, 'it is a chargeback without a refund'
    from reconciliation_items item
    where item.how = 'chargeback' and not exists (select from refunds
      where way = 'chargeback' and state = 'done' and (transaction_id = item.transaction_id
        or item.transaction_id is null and invoice_id is not null and gateway_id = item.gateway_id))
    union all
    select 'Difference #' || id, 'it has waited for the gateway for more than a day'
    from reconciliation_items where state = 'begun' and begun_at < now() - interval '1 day'
    order by 1, 2`.execute(db);
  return [...rows];
}
