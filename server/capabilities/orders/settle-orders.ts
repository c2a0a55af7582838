import type { VialOrderState } from '@vialkeep/contract/vial-orders.ts';
import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import { enqueue } from '../../kernel/jobs/jobs.ts';
import type { Patient } from '../custody/index.ts';
import { type FreedOrder, freeVials, type MovedBy, reserveVials } from '../vials/index.ts';
import {
  countReserved,
  findOrder,
  lockOrder,
  type OrderCounts,
  type OrderRow,
  patientOfOrder,
} from './orders.queries.ts';

export const TELL_ORDER_SHORT = 'tell-order-short';
export const FILL_ORDERS = 'fill-orders';

/** The product that is ordered before there are vials. */
export const PRE_ORDER = 14;

const OPEN_STATES: readonly VialOrderState[] = ['waiting', 'ready', 'picking', 'packed'];

/** Paid, and not shipped or cancelled. */
export function isOpenOrder({ state }: Pick<OrderRow, 'state'>): boolean {
  return OPEN_STATES.includes(state);
}

/** Reserves what can be had for orders that have lost vials; where that is too little, they wait. */
export async function settleOrders(work: Work, freed: readonly FreedOrder[]): Promise<void> {
  for (const id of new Set(freed.map(({ orderId }) => orderId))) await settleOrder(work, id);
}

/** Brings an open order into the state that follows from its vials, after it has reserved what it still needs. */
export async function settleOrder(work: Work, id: number): Promise<void> {
  const seen = await findOrder(work.db, id);
  if (!seen) return;
  const order = await lockOrder(work, seen);
  if (isOpenOrder(order)) await fillOrder(work, order);
}

/**
 * The same for an order whose row is locked, also for one that was just paid. The lab and the administrators are told of
 * an order that begins to wait, but not of a new pre-order: that one is meant to.
 */
export async function fillOrder(work: Work, order: OrderRow): Promise<VialOrderState> {
  const { reserved } = await countReserved(work.db, order.id);
  if (reserved < order.quantity) {
    await reserveVials(work, patientOfOrder(order), { orderId: order.id, count: order.quantity - reserved });
  }
  const state = stateBy(order.quantity, await countReserved(work.db, order.id));
  if (state === order.state) return state;
  await changeOrder(work, order, { state });
  const isExpected = order.product_id === PRE_ORDER && order.state === 'unpaid';
  if (state === 'waiting' && !isExpected) {
    await enqueue(work, TELL_ORDER_SHORT, { order_id: order.id }, `${TELL_ORDER_SHORT}:${order.id}`);
  }
  return state;
}

export function stateBy(quantity: number, { reserved, picked, packed }: OrderCounts): VialOrderState {
  if (reserved < quantity) return 'waiting';
  if (packed === quantity) return 'packed';
  return picked > 0 ? 'picking' : 'ready';
}

type OrderChanges = Partial<
  Pick<OrderRow, 'state' | 'transaction_id' | 'reason' | 'shipped_entry_id' | 'delivered_at' | 'tracking_number'>
> & { readonly tracking_link?: string };

/** Only with the row lock of the order. */
export async function changeOrder(work: Work, { id }: Pick<OrderRow, 'id'>, changes: OrderChanges): Promise<void> {
  await work.db
    .updateTable('vial_orders')
    .set({ ...changes, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Frees all vials of an order that is not shipped, and gives them to the patient's orders that wait. */
export async function endOrder(work: Work, order: OrderRow, reason: string, by?: MovedBy): Promise<string[]> {
  const freed = await freeVials(work, patientOfOrder(order), { orderId: order.id, ...(by ? { by } : {}) });
  await changeOrder(work, order, { state: 'cancelled', reason });
  if (freed.length > 0) await fillOrdersOf(work, patientOfOrder(order));
  return freed;
}

/** Fills the orders of a patient that wait, the oldest first. The caller holds the lock of the chain. */
export async function fillOrdersOf(work: Work, patient: Patient): Promise<number[]> {
  const waiting = await work.db
    .selectFrom('vial_orders')
    .select('id')
    .where('patient_id', '=', patient.id)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .execute();
  for (const { id } of waiting) await settleOrder(work, id);
  return waiting.map(({ id }) => id);
}

/** Queues a look at waiting orders, after vials of this lab or this patient have become orderable. */
export async function enqueueFillOrders(
  work: Work,
  of: { readonly labId: number } | { readonly patientId: number },
): Promise<void> {
  if ('patientId' in of) {
    await enqueue(work, FILL_ORDERS, { patient_id: of.patientId }, `${FILL_ORDERS}:${of.patientId}`);
  } else await enqueue(work, FILL_ORDERS, { lab_id: of.labId }, `${FILL_ORDERS}:lab:${of.labId}`);
}
