import { EXPECTED_WITHIN_DAYS } from '@vialkeep/contract/reconciliation.ts';
import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import { ourAttempts, ourCharges, ourRefunds } from './our-books.ts';

type Compared = { readonly matched: number; readonly differences: number };

/**
 * Compares what this run has read, and what is open from before, with the books. A difference is opened once; one that is
 * no longer there is resolved by itself. Money that went back is negative.
 */
export async function compareBooks({ db }: Work, run: { readonly id: number }, gateway: string): Promise<Compared> {
  await sql`
    with run as (
      select at, from_day, (select min(from_day) from reconciliation_runs where state = 'done' or id = ${run.id}) as first_day
      from reconciliation_runs where id = ${run.id}
    ), records as materialized (
      select record.* from gateway_records record join run on run.at = record.seen_at where record.gateway = ${gateway}
      union
      select record.* from reconciliation_items item join gateway_records record using (gateway, gateway_id)
      where item.gateway = ${gateway} and item.state <> 'resolved'
    ), expected as (
      -- what the books have had for long enough, since the first run: earlier batches were never read
      select greatest(first_day, from_day - ${EXPECTED_WITHIN_DAYS}::integer)::timestamp at time zone 'UTC' as since,
        at - make_interval(days => ${EXPECTED_WITHIN_DAYS}) as until from run
    ), present as not materialized (
      -- what was unsettled before and is in no list any more is gone
      select record.* from gateway_records record, run
      where record.gateway = ${gateway}
        and (record.batch is not null or record.seen_at = run.at or record.state in ('voided', 'failed'))
    ), charges as (
      select record.gateway_id, 'charge' as about, coalesce(ours.domain_id, record.domain_id) as domain_id,
        ours.transaction_id, null::integer as refund_id, record.reference, case
          when ours.gateway_id is null then case
            when record.kind = 'charge' and record.state in ('unsettled', 'settled')
              and not coalesce(attempt.is_open, false) then 'not_in_our_books' end
          when record.kind = 'void' or record.state = 'failed' then
            case when not ours.is_voided and not ours.is_open and ours.cents <> 0 then 'state_differs' end
          when ours.is_voided then case when record.state = 'settled' then 'state_differs' end
          when record.cents <> ours.cents then 'amount_differs' end as kind,
        case when ours.is_voided then 0 else ours.cents end as ours_cents,
        case when record.kind = 'void' or record.state = 'failed' then 0 else record.cents end as theirs_cents
      from records record
        left join lateral (select * from ${ourCharges} ours
          where ours.gateway = ${gateway} and ours.gateway_id = record.gateway_id) ours on true
        left join lateral (select * from ${ourAttempts} ours
          where ours.reference = record.reference) attempt on record.reference <> ''
      where record.kind in ('charge', 'void')
    ), chargebacks as (
      select record.gateway_id, 'charge', coalesce(ours.domain_id, record.domain_id), ours.transaction_id, null::integer,
        record.reference, 'chargeback', ours.cents, record.cents
      from records record left join lateral (select * from ${ourCharges} ours
        where ours.gateway = ${gateway} and ours.gateway_id = record.charge_id) ours on true
      where record.kind = 'chargeback' and record.gateway_id <> all (coalesce(ours.chargeback_ids, '{}'))
    ), refunded as (
      select record.gateway_id, 'refund', coalesce(ours.domain_id, record.domain_id), ours.transaction_id, ours.refund_id,
        record.reference, case
          when record.state in ('voided', 'failed') then
            case when ours.state = 'done' and ours.cents <> 0 then 'state_differs' end
          when ours.state is null or ours.state not in ('begun', 'done') then 'not_in_our_books'
          when ours.state = 'done' and record.cents <> ours.cents then 'amount_differs' end,
        case ours.state when 'done' then -ours.cents end,
        case when record.state in ('voided', 'failed') then 0 else -record.cents end
      from records record left join lateral (select * from ${ourRefunds} ours
        where ours.reference = record.reference and ours.gateway = ${gateway} limit 1) ours on record.reference <> ''
      where record.kind = 'refund'
    ), missing_charges as (
      select ours.gateway_id, 'charge', ours.domain_id, ours.transaction_id, null::integer, '', 'not_at_gateway', ours.cents,
        null::bigint
      from (
          select ours.gateway_id from expected, ${ourCharges} ours
          where ours.gateway = ${gateway} and ours.at >= expected.since and ours.at < expected.until
          union
          select gateway_id from reconciliation_items
          where gateway = ${gateway} and kind = 'not_at_gateway' and about = 'charge' and state <> 'resolved') sought,
        lateral (select * from ${ourCharges} ours
          where ours.gateway = ${gateway} and ours.gateway_id = sought.gateway_id) ours
      where not ours.is_voided and not exists (select from present record where record.gateway_id = ours.gateway_id)
    ), missing_refunds as (
      select coalesce(ours.gateway_id, ours.reference), 'refund', ours.domain_id, ours.transaction_id, ours.refund_id,
        ours.reference, 'not_at_gateway', -ours.cents, null::bigint
      from ${ourRefunds} ours, expected
      where ours.gateway = ${gateway} and ours.state = 'done' and ours.at < expected.until
        and (ours.at >= expected.since or ours.reference in (select item.reference from reconciliation_items item
          where item.kind = 'not_at_gateway' and item.about = 'refund' and item.state <> 'resolved'))
        and not exists (select from present record where record.reference = ours.reference and record.kind = 'refund')
    ), differences as materialized (
      select * from (
        select * from charges union all select * from chargebacks union all select * from refunded
        union all select * from missing_charges union all select * from missing_refunds) all_kinds
      where kind is not null
    ), ended as (
      update reconciliation_items item set state = 'resolved', how = 'by_itself', resolved_at = now(), requested_by = null,
        message = ''
      where item.gateway = ${gateway} and item.state = 'open' and not exists (select from differences
        where differences.kind = item.kind and differences.gateway_id = item.gateway_id)
    )
    insert into reconciliation_items (domain_id, kind, gateway, gateway_id, about, transaction_id, refund_id, reference,
      ours_cents, theirs_cents)
    select domain_id, kind, ${gateway}, gateway_id, about, transaction_id, refund_id, reference, ours_cents, theirs_cents
    from differences order by gateway_id
    on conflict (kind, gateway, gateway_id) do update set
      ours_cents = excluded.ours_cents, theirs_cents = excluded.theirs_cents, state = 'open', how = null, resolved_at = null,
      requested_by = case when reconciliation_items.state = 'open' and reconciliation_items.ours_cents
          is not distinct from excluded.ours_cents and reconciliation_items.theirs_cents
          is not distinct from excluded.theirs_cents then reconciliation_items.requested_by end
      where reconciliation_items.state = 'open' or reconciliation_items.how = 'by_itself'`.execute(db);
  const { rows } = await sql<Compared>`
    select (select count(*)::integer from gateway_records record
        where record.gateway = ${gateway} and record.seen_at = (select at from reconciliation_runs where id = ${run.id})
          and not exists (select from reconciliation_items item where item.gateway = record.gateway
            and item.gateway_id = record.gateway_id and item.how is distinct from 'by_itself')) as matched,
      (select count(*)::integer from reconciliation_items where gateway = ${gateway} and state <> 'resolved')
        as differences`.execute(db);
  return rows[0] ?? { matched: 0, differences: 0 };
}
