import type pg from 'pg';
import { z } from 'zod';
import type { Acknowledged } from './patient-caller.ts';
import type { ThreadDone } from './sample-thread.ts';

const Books = z.object({
  orders: z.number(),
  ordersSent: z.number(),
  charges: z.number(),
  transactions: z.number(),
  receipts: z.number(),
  /** Stored vials that are reserved for no order, or for one that is over or not paid for any more. */
  strayReservations: z.number(),
  /** Charges without an order that has exactly the ordered vials. */
  chargedWithoutVials: z.number(),
  open: z.number(),
});
export type ThreadBooks = z.infer<typeof Books>;

/** Reads the orders of a run from the gateway, the transactions, the orders and the vials. */
export async function readThreadBooks(owner: pg.Client): Promise<ThreadBooks> {
  const { rows } = await owner.query(`
    with charged as (select id::text as id from sandbox_charges
        where state = 'approved' and invoice_number ~ '^1\\d{6}$'),
      sold as (select * from transactions where invoice_id > 1000000),
      ordered as (
        select vial_orders.*, (select count(*) from vials where order_id = vial_orders.id) as vials
        from vial_orders join checkouts on checkouts.id = checkout_id where checkouts.invoice_id > 1000000)
    select
      (select count(*) from ordered)::int as orders,
      (select count(*) from ordered where state = 'delivered')::int as "ordersSent",
      (select count(*) from charged)::int as charges,
      (select count(*) from sold)::int as transactions,
      (select count(*) from letters join sold on letters.kind = 'receipt'
        and letters.subject like '%#' || sold.id)::int as receipts,
      (select count(*) from vials left join vial_orders on vial_orders.id = vials.order_id
        left join checkouts on checkouts.id = vial_orders.checkout_id
        where vials.order_id is not null and vials.state = 'stored' and (vial_orders.id is null
          or vial_orders.state in ('shipped', 'delivered', 'cancelled')
          or (vial_orders.state = 'unpaid' and checkouts.state not in ('begun', 'held'))))::int as "strayReservations",
      (select count(*) from charged left join sold on sold.gateway_id = charged.id
        left join ordered on ordered.transaction_id = sold.id
        where ordered.id is null or ordered.state in ('unpaid', 'cancelled')
          or ordered.vials <> ordered.quantity)::int as "chargedWithoutVials",
      (select count(*) from checkouts where state in ('begun', 'held'))::int as open`);
  return Books.parse(rows[0]);
}

const Scans = z.object({ once: z.number(), twice: z.number(), beforeAnswer: z.number() });

/**
 * How often each acknowledged scan is stored, and how many were stored by a try whose answer was lost: before the try
 * that was answered began.
 */
export async function countScans(
  owner: pg.Client,
  acknowledged: readonly Acknowledged[],
): Promise<z.infer<typeof Scans>> {
  const { rows } = await owner.query(
    `select count(*) filter (where stored = 1)::int as once, count(*) filter (where stored > 1)::int as twice,
       count(*) filter (where is_before)::int as "beforeAnswer"
     from (
       select count(*) as stored, bool_or(at < to_timestamp(asked_ms / 1000.0)) as is_before
       from unnest($1::uuid[], $2::float8[]) as told (id, asked_ms) join scan_actions using (id) group by id
     ) counted`,
    [acknowledged.map(({ id }) => id), acknowledged.map(({ askedAt }) => askedAt)],
  );
  return Scans.parse(rows[0]);
}

/** The invoices of these that the gateway has charged. */
export async function countCharged(owner: pg.Client, invoices: readonly number[]): Promise<number> {
  const { rows } = await owner.query(
    "select 1 from sandbox_charges where state = 'approved' and invoice_number = any($1::text[])",
    [invoices.map(String)],
  );
  return rows.length;
}

/** The steps in the chains of custody that are missing, or there more than once. */
export async function compareChains(
  owner: pg.Client,
  threads: readonly ThreadDone[],
): Promise<{ events: number; missing: string[]; twice: string[] }> {
  const { rows } = await owner.query<{ patient_id: number; kind: string; found: number }>(
    `select patient_id, kind, count(*)::int as found from custody_events
     where patient_id = any($1::integer[]) group by patient_id, kind
     union all
     select patient_id, 'vials', count(*)::int from vials where patient_id = any($1::integer[]) group by patient_id`,
    [threads.map(({ patientId }) => patientId)],
  );
  const found = new Map(rows.map((row) => [`${row.patient_id} ${row.kind}`, row.found]));
  const steps = threads.flatMap((thread) =>
    Object.entries(expectedSteps(thread)).map(([kind, expected]) => {
      const about = `patient ${thread.patientId} ${kind}`;
      return { about, expected, found: found.get(`${thread.patientId} ${kind}`) ?? 0 };
    }),
  );
  const describe = ({ about, expected, found: there }: (typeof steps)[number]) => `${about}: ${there} of ${expected}`;
  return {
    events: steps.reduce((sum, step) => sum + step.found, 0),
    missing: steps.filter((step) => step.found < step.expected).map(describe),
    twice: steps.filter((step) => step.found > step.expected).map(describe),
  };
}

function expectedSteps({ codes, orders, isReleasedBySignature }: ThreadDone): Record<string, number> {
  const bought = orders.filter(({ told }) => told === 'bought');
  const sent = bought.reduce((sum, { quantity }) => sum + quantity, 0);
  const released = isReleasedBySignature ? 1 : 0;
  return {
    'kit.used': 1,
    'tissue.received': 1,
    'batch.opened': 1,
    'batch.lot_used': 1,
    'vials.added': 1,
    'batch.closed': 1,
    vials: codes.length,
    'bench.placed': codes.length,
    'bench.quarantined': released,
    'bench.released': released,
    'order.paid': bought.length,
    'bench.picked': sent,
    'bench.packed': sent,
    'vials.shipped': bought.length,
    'order.delivered': bought.length,
  };
}
