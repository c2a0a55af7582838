import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { postEntry } from '../journal/index.ts';

type Settled = { domain_id: number; batch: string; cents: number; posted: number; entries: number };

/**
 * Posts what each batch of this run brought to the bank, per site: charges less refunds. A batch that was posted before
 * posts nothing, or the difference if the gateway has changed it.
 */
export async function postSettlements(work: Work, run: { readonly id: number }, gateway: string): Promise<void> {
  const { rows } = await sql<Settled>`
    with run as (select at, from_day from reconciliation_runs where id = ${run.id}),
    batches as materialized (
      select distinct batch from gateway_records, run
      where gateway = ${gateway} and seen_at = run.at and batch is not null
    ), settled as (
      select record.domain_id, record.batch,
        sum(case record.kind when 'charge' then record.cents else -record.cents end) as cents
      from gateway_records record join batches using (batch)
      where record.gateway = ${gateway} and record.domain_id is not null and record.state = 'settled'
        and record.kind in ('charge', 'refund')
      group by 1, 2
    ), posted as (
      select entry.domain_id, split_part(entry.key, ':', 2) as batch, sum(line.cents) as cents, count(*) as entries
      from run, journal_entries entry join journal_lines line on line.entry_id = entry.id and line.account = 1010
      where entry.kind = 'settled' and entry.day >= run.from_day
      group by 1, 2
    )
    select settled.domain_id, settled.batch, settled.cents::float8 as cents, coalesce(posted.cents, 0)::float8 as posted,
      coalesce(posted.entries, 0)::integer as entries
    from settled left join posted using (domain_id, batch)
    where settled.cents <> coalesce(posted.cents, 0)
    -- the sums of the journal are locked site by site, in one order
    order by settled.domain_id, settled.batch`.execute(work.db);
  for (const [domainId, ofSite] of Map.groupBy(rows, ({ domain_id }) => domain_id)) {
    const digests: string[] = [];
    for (const settled of ofSite) digests.push(await postBatch(work, settled));
    await audit(work, {
      domainId,
      action: 'reconciliation.settle',
      subject: 'reconciliation',
      subjectId: run.id,
      facts: { batches: ofSite.length, journal: digests },
    });
  }
}

function postBatch(work: Work, { domain_id: domainId, batch, cents, posted, entries }: Settled): Promise<string> {
  const difference = cents - posted;
  return postEntry(work, {
    domainId,
    kind: 'settled',
    key: `settled:${batch}:${domainId}${entries === 0 ? '' : `:${entries + 1}`}`,
    memo: `Settled in batch ${batch}`,
    lines: [
      { account: 1010, cents: difference },
      { account: 1000, cents: -difference },
    ],
  });
}
