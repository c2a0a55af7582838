import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { AuditContext, Work } from '../../kernel/db/db.ts';
import type { Services } from '../../kernel/services.ts';
import type { Tracking } from '../../ports/carrier.ts';
import { recordDelivery } from './end-vial-order.ts';
import { lockOrder, type OrderRow } from './orders.queries.ts';

/** States that the carrier no longer changes. */
const ENDED = ['returned', 'cancelled'];

/** A parcel is followed for this long. */
const DAYS = 60;

/** The largest batch of one run; the orders that were looked up least recently come first. */
const MOST = 300;

/** Asks the carrier where the parcels of shipped orders are, and notes those that have arrived. */
export async function trackOrders({ store, carrier, log }: Services, cause: AuditContext): Promise<void> {
  if (carrier === null) return;
  const open = await store
    .read('platform')
    .selectFrom('vial_orders')
    .innerJoin('vial_entries as shipped', 'shipped.id', 'vial_orders.shipped_entry_id')
    .select(['vial_orders.id', 'vial_orders.patient_id', 'vial_orders.domain_id', 'vial_orders.tracking_number'])
    .where('vial_orders.state', '=', 'shipped')
    .where('vial_orders.tracking_number', '<>', '')
    .where('shipped.date', '>', sql<string>`current_date - ${DAYS}::integer`)
    .where((eb) =>
      eb.or([eb('vial_orders.shipment_state', 'is', null), eb('vial_orders.shipment_state', 'not in', ENDED)]),
    )
    .orderBy('vial_orders.tracked_at', (order) => order.asc().nullsFirst())
    .limit(MOST)
    .execute();
  if (open.length === 0) return;
  const looked = await carrier.track(open.map(({ tracking_number }) => tracking_number));
  for (const [at, order] of open.entries()) {
    const tracking = looked[at];
    if (tracking) await store.write(order.domain_id, cause, (work) => noteTracking(work, order, tracking));
  }
  log.info({ orders: open.length }, 'asked the carrier where orders are');
}

type Tracked = Pick<OrderRow, 'id' | 'patient_id' | 'domain_id'>;

async function noteTracking(work: Work, tracked: Tracked, tracking: Tracking): Promise<void> {
  const order = await lockOrder(work, tracked);
  // The shipment may have been taken back, or its number corrected, since the carrier was asked.
  const isSame = order.state === 'shipped' && order.tracking_number === tracking.trackingNumber;
  if (isSame) {
    await work.db
      .updateTable('vial_orders')
      .set({ shipment_state: tracking.state, shipment_words: tracking.words.slice(0, 500), tracked_at: sql`now()` })
      .where('id', '=', order.id)
      .execute();
  }
  if (isSame && tracking.state === 'delivered') {
    await recordDelivery(work, order, { at: tracking.deliveredAt ?? new Date(), by: 'carrier', operator: null });
  }
  await audit(work, {
    domainId: order.domain_id,
    action: 'bench.track_order',
    subject: 'vial_order',
    subjectId: order.id,
    facts: { state: tracking.state, before: order.shipment_state },
  });
}
