import type pg from 'pg';
import { z } from 'zod';

const Books = z.object({
  charges: z.number(),
  chargedCents: z.number(),
  refundsAtGateway: z.number(),
  voids: z.number(),
  givenBackCents: z.number(),
  done: z.number(),
  doneCents: z.number(),
  countedCents: z.number(),
  journalCents: z.number(),
  receipts: z.number(),
  failed: z.number(),
  approved: z.number(),
  /** Charges of which the gateway gave back another sum than the refunds that are done. */
  unmatched: z.number(),
  aboveCharge: z.number(),
  open: z.number(),
});
export type RefundBooks = z.infer<typeof Books>;

/** Reads what a run gave back from the gateway, the refunds, the transactions, the journal and the outbox. */
export async function readRefundBooks(owner: pg.Client): Promise<RefundBooks> {
  const { rows } = await owner.query(`
    with sold as (select * from transactions where invoice_id > 1000000),
      asked as (select refunds.* from refunds join sold on sold.id = refunds.transaction_id),
      done as (select * from asked where state = 'done'),
      returned as (
        select sold.id, sold.charged_cents, sold.refunded_cents,
          coalesce((select sum(amount_cents) from sandbox_refunds where charge_id = charge.id), 0)
            + case charge.state when 'voided' then charge.amount_cents else 0 end as cents,
          (select count(*) from sandbox_refunds where charge_id = charge.id) as refunds,
          (charge.state = 'voided')::int as voids,
          coalesce((select sum(cents) from done where transaction_id = sold.id), 0) as done_cents
        from sold join sandbox_charges charge on charge.id::text = sold.gateway_id)
    select
      (select count(*) from sold)::int as charges,
      (select coalesce(sum(charged_cents), 0) from sold)::int as "chargedCents",
      (select coalesce(sum(refunds), 0) from returned)::int as "refundsAtGateway",
      (select coalesce(sum(voids), 0) from returned)::int as voids,
      (select coalesce(sum(cents), 0) from returned)::int as "givenBackCents",
      (select count(*) from done)::int as done,
      (select coalesce(sum(cents), 0) from done)::int as "doneCents",
      (select coalesce(sum(refunded_cents), 0) from sold)::int as "countedCents",
      (select coalesce(sum(line.cents), 0) from journal_lines line
        join journal_entries entry on entry.id = line.entry_id and entry.kind = 'refund'
        join sold on sold.id = line.transaction_id where line.account = 4910)::int as "journalCents",
      (select count(*) from letters join done on letters.kind = 'refund_receipt'
        and letters.subject like 'Refund #' || done.id || ' of %')::int as receipts,
      (select count(*) from asked where state = 'failed')::int as failed,
      (select count(*) from asked where approved_by is not null)::int as approved,
      (select count(*) from returned where cents <> done_cents)::int as unmatched,
      (select count(*) from returned where greatest(cents, refunded_cents) > charged_cents)::int as "aboveCharge",
      (select count(*) from refunds where state in ('requested', 'waiting', 'begun'))::int as open`);
  return Books.parse(rows[0]);
}
