import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '../../kernel/audit/audit.ts';
import type { AuditContext, Work } from '../../kernel/db/db.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { queueEmail } from '../../kernel/mail/outbox.ts';
import type { Services } from '../../kernel/services.ts';
import { lockCustody } from '../custody/index.ts';
import { listLabReaders } from '../lab-policy/index.ts';
import { countReserved, findOrder, type OrderRow } from './orders.queries.ts';
import { FILL_ORDERS, fillOrdersOf, TELL_ORDER_SHORT } from './settle-orders.ts';
import { trackOrders } from './track-orders.ts';

const Filled = z.union([z.object({ patient_id: z.int() }), z.object({ lab_id: z.int() })]);

/** Reserves vials that have become orderable for the orders that wait, the oldest order first. */
const fillOrdersJob: Job = {
  name: FILL_ORDERS,
  run: (payload, services, cause) => fillOrders(services, Filled.parse(payload), cause),
};

/** Each patient is a transaction of its own, so that no two chains are locked at once. */
export async function fillOrders({ store }: Services, of: z.infer<typeof Filled>, cause: AuditContext): Promise<void> {
  const { rows } = await sql<{ id: number; domain_id: number }>`
    select waiting.patient_id as id, waiting.domain_id, min(waiting.id) as oldest from vial_orders waiting
    where waiting.state = 'waiting'
      and ${'patient_id' in of ? sql`waiting.patient_id = ${of.patient_id}` : sql`waiting.lab_id = ${of.lab_id}`}
      and exists (select from vials where vials.patient_id = waiting.patient_id and vials.state = 'stored'
        and vials.held_at is null and vials.order_id is null)
    group by waiting.patient_id, waiting.domain_id order by oldest`.execute(store.read('platform'));
  for (const { id, domain_id: domainId } of rows) {
    await store.write(domainId, cause, async (work) => {
      await lockCustody(work, { id, domainId });
      const orders = await fillOrdersOf(work, { id, domainId });
      const facts = { orders: orders.map(String) };
      await audit(work, { domainId, action: 'bench.fill_orders', subject: 'user', subjectId: id, facts });
    });
  }
}

/** Tells the lab and the administrators of its site that an order has too few vials, if it is still so. */
const tellOrderShortJob: Job = {
  name: TELL_ORDER_SHORT,
  async run(payload, services, cause) {
    const { order_id } = z.object({ order_id: z.int() }).parse(payload);
    const order = await findOrder(services.store.read('platform'), order_id);
    if (order?.state !== 'waiting') return;
    await services.store.write(order.domain_id, cause, (work) => tellOfShortOrder(work, services, order));
  },
};

async function tellOfShortOrder(work: Work, { domains }: Services, order: OrderRow): Promise<void> {
  const site = await domains.ofId(order.domain_id);
  const { reserved } = await countReserved(work.db, order.id);
  for (const reader of await listLabReaders(work.db, order)) {
    await queueEmail(work, {
      from: site,
      to: { userId: reader.id, email: reader.email },
      kind: 'order-short',
      subject: `${site.brand}: order ${order.id} waits for vials`,
      heading: 'An order waits for vials',
      paragraphs: [
        `Order ${order.id} of patient #${order.patient_id} has ${reserved} of ${order.quantity} vials.`,
        'It is filled by itself when vials of this patient are released. It can also be shipped with fewer, or cancelled.',
      ],
    });
  }
  await audit(work, {
    domainId: order.domain_id,
    action: 'bench.order_short',
    subject: 'vial_order',
    subjectId: order.id,
    facts: { lab: order.lab_id, reserved, quantity: order.quantity },
  });
}

/** Runs a few minutes after the labels of requests are looked up; does nothing without a carrier. */
const trackOrdersJob: Job = {
  name: 'track-orders',
  at: '12,42 * * * *',
  run: (_payload, services, cause) => trackOrders(services, cause),
};

export const ordersJobs: readonly Job[] = [fillOrdersJob, tellOrderShortJob, trackOrdersJob];
