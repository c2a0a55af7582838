import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

export type JournalFault = { readonly about: string; readonly fault: string };

/** Recomputes what the journal says of itself: balances, digests, one entry for each sale, and the stored sums. */
export async function verifyJournal(db: Db): Promise<JournalFault[]> {
  const faults = [
    await findBrokenEntries(db),
    await findUnpostedSales(db),
    await findUnsealedEntries(db),
    await findWrongSums(db),
  ];
  return faults.flat();
}

async function findBrokenEntries(db: Db): Promise<readonly JournalFault[]> {
  const { rows } = await sql<JournalFault>`
    select 'Journal entry ' || id || ' (' || key || ')' as about, case
        when total is null then 'has no lines'
        when total <> 0 then 'does not balance'
        else 'differs from its digest' end as fault
    from journal_entries entry
      left join lateral (select sum(cents) as total from journal_lines where entry_id = entry.id) lines on true
    where total is distinct from 0
      or digest is distinct from journal_digest(kind, key, journal_lines_text(id))
    union all
    select 'Journal line ' || entry_id || '.' || n, 'is of another site than its entry'
    from journal_lines line join journal_entries entry on entry.id = line.entry_id
    where line.domain_id <> entry.domain_id
    order by 1`.execute(db);
  return rows;
}

/**
 * Purchases of before the journal are posted by a backfill; until it has come to them, they have no entry. The product of
 * a purchase can be corrected afterwards, which posts nothing: the entry keeps the product that was charged. Imported money
 * is posted never: another system took it.
 */
async function findUnpostedSales(db: Db): Promise<readonly JournalFault[]> {
  const { rows } = await sql<JournalFault>`
    select 'Transaction #' || sold.id as about, case
        when entry.id is null then 'has no journal entry'
        else 'differs from its journal entry' end as fault
    from transactions sold left join journal_entries entry on entry.key = 'sale:' || sold.id,
      lateral (select coalesce((select min(product_id) from journal_lines where entry_id = entry.id), sold.product_id)
        as product_id) charged,
      lateral (select case when sold.gateway = 'import' then '[]' else sale_lines(sold.id, charged.product_id,
        sold.charged_cents, sold.discount_cents, sold.price_cents::bigint * sold.charged_quantity + sold.harvest_fee_cents,
        sold.shipping_cents) end as lines) posted
    where (posted.lines <> '[]' or entry.id is not null)
      and (entry.id is null or entry.domain_id <> sold.domain_id or entry.day <> day_of(sold.date)
        or entry.digest is distinct from journal_digest('sale', 'sale:' || sold.id, posted.lines))
      and not (entry.id is null and exists (select from backfills
        where name = 'journal-sales' and finished_at is null and position < sold.id))
    union all
    select 'Journal entry ' || entry.id || ' (' || entry.key || ')', 'has no transaction'
    from journal_entries entry
    where entry.kind = 'sale'
      and not exists (select from transactions sold where entry.key = 'sale:' || sold.id)
    order by 1`.execute(db);
  return rows;
}

/**
 * The audit row of an event, or that of the opening of the journal, has the digest, so that the audit chain seals it. A
 * sale is excepted until a day after the opening: a server of the release before writes no digest, and the entry must
 * equal its transaction anyway.
 */
async function findUnsealedEntries(db: Db): Promise<readonly JournalFault[]> {
  const { rows } = await sql<JournalFault>`
    with openings as (
      select domain_id, at, facts ->> 'digest' as digest, (facts ->> 'first_entry')::integer as first,
        (facts ->> 'last_entry')::integer as last
      from audit_log where action = 'journal.open'
    ), seals as (
      select row.domain_id, seal.digest
      from audit_log row, jsonb_array_elements_text(case jsonb_typeof(row.facts -> 'journal')
        when 'array' then row.facts -> 'journal' else jsonb_build_array(row.facts -> 'journal') end) seal (digest)
      where row.facts ? 'journal'
    )
    select 'Journal entry ' || entry.id || ' (' || entry.key || ')' as about, 'differs from its audit row' as fault
    from journal_entries entry
      join audit_log row on row.domain_id = entry.domain_id and row.subject = 'transaction'
        and row.subject_id = substr(entry.key, 6) and row.action = 'transactions.record' and row.facts ? 'journal'
    where entry.kind = 'sale' and not row.facts -> 'journal' ? encode(entry.digest, 'hex')
    union all
    select 'Journal entry ' || entry.id || ' (' || entry.key || ')', 'is sealed by no audit row'
    from journal_entries entry left join openings on openings.domain_id = entry.domain_id
    where not coalesce(entry.id between first and last, false)
      and not (entry.kind = 'sale' and (openings.at is null or entry.at < openings.at + interval '1 day'))
      and not exists (select from seals
        where seals.domain_id = entry.domain_id and seals.digest = encode(entry.digest, 'hex'))
    union all
    select 'Journal entries ' || first || ' to ' || last || ' of site #' || domain_id, 'differ from the audit row of their opening'
    from openings
    where digest is distinct from encode(journal_opening_digest(domain_id, first, last), 'hex')
    order by 1`.execute(db);
  return rows;
}

async function findWrongSums(db: Db): Promise<readonly JournalFault[]> {
  const { rows } = await sql<JournalFault>`
    with lines as (
      select line.domain_id, line.account, coalesce(line.person_id, 0) as person_id, entry.day, line.entry_id, line.cents
      from journal_lines line join journal_entries entry on entry.id = line.entry_id
    ), months as (
      select domain_id, account, person_id, month_of(day) as month, sum(greatest(cents, 0)) as debit_cents,
        sum(greatest(-cents, 0)) as credit_cents
      from lines group by 1, 2, 3, 4
    ), days as (
      select domain_id, coalesce(account, 0) as account, day, count(distinct entry_id) as entries,
        sum(greatest(cents, 0)) as debit_cents, sum(greatest(-cents, 0)) as credit_cents
      from lines group by grouping sets ((domain_id, account, day), (domain_id, day))
    )
    select 'Journal of account ' || account || ', ' || to_char(month, 'YYYY-MM') as about,
      'the sum of the month does not hold' as fault
    from months full join journal_months kept using (domain_id, account, person_id, month)
    where (months.debit_cents, months.credit_cents) is distinct from (kept.debit_cents::numeric, kept.credit_cents::numeric)
    union all
    select 'Journal of account ' || account || ', ' || day, 'the sum of the day does not hold'
    from days full join journal_days kept using (domain_id, account, day)
    where (days.entries, days.debit_cents, days.credit_cents)
      is distinct from (kept.entries::bigint, kept.debit_cents::numeric, kept.credit_cents::numeric)
    order by 1`.execute(db);
  return rows;
}
