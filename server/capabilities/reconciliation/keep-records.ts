import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import type { GatewayBatch, GatewayTransaction, SettlementsPage } from '../../ports/settlements.ts';
import { ourAttempts, ourCharges, ourRefunds } from './our-books.ts';

type Listed = GatewayTransaction & { readonly batch: GatewayBatch | null };

/** Each transaction once: what settled while the lists were read is in both, and the batch counts. */
export function collectTransactions(pages: readonly SettlementsPage[]): readonly Listed[] {
  const byId = new Map<string, Listed>();
  for (const { batch, transactions } of pages) {
    for (const one of transactions) {
      const key = `${one.kind} ${one.gatewayId}`;
      if (batch !== null || !byId.has(key)) byId.set(key, { ...one, batch });
    }
  }
  return [...byId.values()];
}

/**
 * Stores what the gateway listed in this run. The site of a record is that of its charge, attempt or refund in the books,
 * and stays once its batch is posted. A charge that was taken back keeps its settlement and gets a second record.
 */
export async function keepRecords(
  { db }: Work,
  run: { readonly id: number },
  gateway: string,
  listed: readonly Listed[],
): Promise<void> {
  const rows = listed.map(({ gatewayId, kind, state, reference, cents, submittedAt, batch }) => ({
    gateway_id: gatewayId,
    kind,
    state,
    reference: reference.slice(0, 100),
    cents,
    submitted_at: submittedAt,
    batch: batch?.id ?? null,
    settled_at: batch?.settledAt ?? null,
  }));
  await sql`
    with listed as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (gateway_id text, kind text, state text,
        reference text, cents bigint, submitted_at timestamptz, batch text, settled_at timestamptz)
    ), known as materialized (
      select listed.*, charge.gateway_id is not null as is_charge, refund.reference is not null as is_refund,
        attempt.gateway_id as attempt_id,
        coalesce(charge.domain_id, refund.domain_id, attempt.domain_id) as domain_id
      from listed
        left join lateral (select * from ${ourCharges} ours
          where ours.gateway = ${gateway} and ours.gateway_id = listed.gateway_id) charge on true
        left join lateral (select * from ${ourRefunds} ours
          where ours.reference = listed.reference and ours.gateway = ${gateway} limit 1) refund on listed.reference <> ''
        left join lateral (select * from ${ourAttempts} ours
          where ours.reference = listed.reference) attempt on listed.reference <> ''
    ), records as (
      -- the lists of a gateway do not always tell a refund that was cancelled from a charge
      select gateway_id, case when is_refund then 'refund' when kind = 'charge' and state = 'voided' then 'void'
          else kind end as kind,
        domain_id, reference, null as charge_id, cents,
        case state when 'charged_back' then 'settled' else state end as state, batch, submitted_at, settled_at
      from known where state <> 'charged_back' or is_charge
      union all
      select gateway_id, 'chargeback', domain_id, reference,
        case when is_charge then gateway_id else attempt_id end, cents, 'settled', null, submitted_at, null
      from known where state = 'charged_back'
    ), cancelled as (
      -- the same transaction under another kind than before
      delete from gateway_records old using records
      where (records.kind = 'void' or records.state = 'failed') and old.gateway = ${gateway}
        and old.gateway_id = records.gateway_id and old.kind <> records.kind and old.kind in ('charge', 'refund')
        and old.batch is null
    )
    insert into gateway_records (gateway, gateway_id, kind, domain_id, reference, charge_id, cents, state, batch,
      submitted_at, settled_at, seen_at)
    select ${gateway}, gateway_id, kind, domain_id, reference, charge_id, cents, state, batch, submitted_at, settled_at,
      (select at from reconciliation_runs where id = ${run.id})
    from records
    on conflict (gateway, gateway_id, kind) do update set
      domain_id = case when gateway_records.batch is null then excluded.domain_id else gateway_records.domain_id end,
      reference = excluded.reference,
      charge_id = excluded.charge_id,
      cents = excluded.cents,
      state = case when gateway_records.batch is not null and excluded.batch is null then gateway_records.state
        else excluded.state end,
      batch = coalesce(gateway_records.batch, excluded.batch),
      settled_at = coalesce(gateway_records.settled_at, excluded.settled_at),
      seen_at = excluded.seen_at`.execute(db);
}
