import { cancelOpenOrder, deliverVialOrder } from '@vialkeep/contract/vial-orders.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { appendCustody } from '../custody/index.ts';
import { requireBench } from '../lab-policy/index.ts';
import { refuseOver, requireOpenOrder } from './judge-vial.ts';
import {
  listOrderedVials,
  loadOrder,
  lockOrder,
  type OrderRow,
  patientOfOrder,
  requireOrder,
} from './orders.queries.ts';
import { changeOrder, endOrder, isOpenOrder } from './settle-orders.ts';

export const deliverVialOrderHandler = handle(deliverVialOrder, async ({ access, db, write, params, body }) => {
  const { order: seen, lab } = await requireOrder(access, db, params.id, body.lab_id);
  return write(async (work) => {
    const { operator } = await requireBench(work, access, lab.id);
    const order = await lockOrder(work, seen);
    if (isOpenOrder(order) || order.state === 'unpaid') throw refuseBy(deliverVialOrder, 'not_shipped');
    if (order.state !== 'shipped') throw refuseOver(order);
    await recordDelivery(work, order, { at: new Date(), by: 'hand', operator: operator?.id ?? null });
    return loadOrder(work.db, order.id);
  });
});

type Delivery = { readonly at: Date; readonly by: 'hand' | 'carrier'; readonly operator: number | null };

/** Only with the row lock of a shipped order. */
export async function recordDelivery(work: Work, order: OrderRow, { at, by, operator }: Delivery): Promise<void> {
  await changeOrder(work, order, { state: 'delivered', delivered_at: at });
  const codes = (await listOrderedVials(work.db, order.id)).map(({ code }) => code);
  await appendCustody(work, patientOfOrder(order), {
    kind: 'order.delivered',
    facts: { order: order.id, codes, by, ...(operator === null ? {} : { operator }) },
  });
  await audit(work, {
    domainId: order.domain_id,
    action: 'bench.deliver_order',
    subject: 'vial_order',
    subjectId: order.id,
    facts: { lab: order.lab_id, by },
  });
}

export const cancelOpenOrderHandler = handle(cancelOpenOrder, async ({ access, db, write, params, body }) => {
  const { order: seen, lab } = await requireOrder(access, db, params.id, body.lab_id);
  return write(async (work) => {
    const { operator } = await requireBench(work, access, lab.id);
    const order = await lockOrder(work, seen);
    requireOpenOrder(order);
    const freed = await endOrder(work, order, body.reason, { operatorId: operator?.id ?? null, actionId: null });
    await audit(work, {
      domainId: order.domain_id,
      action: 'bench.cancel_order',
      subject: 'vial_order',
      subjectId: order.id,
      facts: { lab: order.lab_id, freed, operator: operator?.id ?? null },
    });
    return { ...(await loadOrder(work.db, order.id)), to_put_back: await listToPutBack(work.db, order) };
  });
});

/** The vials that this order was the last to free and that have neither a position nor an order since. */
export async function listToPutBack(db: Db, { id, patient_id }: OrderRow): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select vials.code from vials where vials.patient_id = ${patient_id} and vials.state = 'stored'
      and vials.box_id is null and vials.order_id is null and vials.held_at is null
      and exists (select from custody_events freed where freed.patient_id = ${patient_id} and freed.kind = 'bench.freed'
        and freed.facts -> 'order' = to_jsonb(${id}::integer) and freed.facts -> 'codes' @> to_jsonb(vials.code))
    order by vials.id`.execute(db);
  return rows.map(({ code }) => code);
}
