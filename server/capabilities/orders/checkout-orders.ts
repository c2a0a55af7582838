import { randomBytes } from 'node:crypto';
import { checkOut } from '@vialkeep/contract/checkout.ts';
import { vialCodeFrom } from '@vialkeep/contract/vial-code.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { lockCustody, type Patient } from '../custody/index.ts';
import { readBenchSettings } from '../lab-policy/index.ts';
import { reserveVials } from '../vials/index.ts';
import { countReserved, lockOrder, type OrderRow, parseOrder } from './orders.queries.ts';
import { changeOrder, endOrder, fillOrder, fillOrdersOf, isOpenOrder, PRE_ORDER } from './settle-orders.ts';

const CODE_BYTES = 8;

type NewVialOrder = {
  readonly checkoutId: number;
  readonly labId: number;
  readonly patient: Patient;
  readonly productId: number;
  readonly quantity: number;
  readonly shipOn: string | null;
  /** The source of its code; the demo network's is always the same. */
  readonly random?: (bytes: number) => Uint8Array;
};

/**
 * Reserves vials for a checkout before its card is charged, after the older orders of the patient have got theirs. Refuses
 * where the lab does not accept short orders; a pre-order may always wait. Does nothing where the lab has switched
 * reservations off meanwhile.
 */
export async function openVialOrder(work: Work, wanted: NewVialOrder): Promise<void> {
  const { patient, quantity } = wanted;
  await lockCustody(work, patient);
  const settings = await readBenchSettings(work.db, wanted.labId);
  if (!settings.bench_on || !settings.reserve_on_order) return;
  await fillOrdersOf(work, patient);
  const { id } = await work.db
    .insertInto('vial_orders')
    .values({
      domain_id: patient.domainId,
      lab_id: wanted.labId,
      patient_id: patient.id,
      checkout_id: wanted.checkoutId,
      product_id: wanted.productId,
      quantity,
      code: vialCodeFrom((wanted.random ?? randomBytes)(CODE_BYTES)),
      ship_on: wanted.shipOn,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { length } = await reserveVials(work, patient, { orderId: id, count: quantity });
  if (length < quantity && settings.short_orders === 'refuse' && wanted.productId !== PRE_ORDER) {
    throw refuseBy(checkOut, 'vials_short', { ...shortWords(length), fields: ['product_quantity'] });
  }
}

/** The declared words say that there is none. */
function shortWords(orderable: number): { message?: string } {
  if (orderable === 0) return {};
  return { message: `Only ${orderable === 1 ? '1 vial' : `${orderable} vials`} of this patient can be ordered now.` };
}

/** The checkout is charged: its order is ready, or waits for vials. */
export async function payVialOrder(work: Work, checkoutId: number, transactionId: number): Promise<void> {
  const order = await lockOrderBy(work, 'checkout_id', checkoutId);
  if (order?.state !== 'unpaid') return;
  await changeOrder(work, order, { transaction_id: transactionId });
  await fillOrder(work, order);
}

/** The checkout was declined or given up: the vials are free again. */
export async function dropVialOrder(work: Work, checkoutId: number): Promise<void> {
  const order = await lockOrderBy(work, 'checkout_id', checkoutId);
  if (order?.state === 'unpaid') await endOrder(work, order, 'The payment was not made.');
}

/** The money of a purchase was given back as a whole. What is shipped already stays shipped. */
export async function cancelVialOrder(work: Work, transactionId: number): Promise<void> {
  const order = await lockOrderBy(work, 'transaction_id', transactionId);
  if (order && isOpenOrder(order)) await endOrder(work, order, 'The purchase was refunded.');
}

export type PurchasedOrder = {
  readonly quantity: number;
  /** Whether a refund of the whole purchase cancels it. */
  readonly isOpen: boolean;
  readonly reserved: number;
  readonly shipped: number;
};

/** The order of vials of a purchase; null where it has none. */
export async function findPurchasedOrder(db: Db, transactionId: number): Promise<PurchasedOrder | null> {
  const row = await db
    .selectFrom('vial_orders')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
  if (!row) return null;
  const { reserved } = await countReserved(db, row.id);
  const { shipped } = await db
    .selectFrom('vials')
    .select((eb) => eb.fn.countAll<number>().as('shipped'))
    .where('order_id', '=', row.id)
    .where('state', '=', 'shipped')
    .executeTakeFirstOrThrow();
  return { quantity: row.quantity, isOpen: isOpenOrder(parseOrder(row)), reserved, shipped };
}

async function lockOrderBy(work: Work, column: 'checkout_id' | 'transaction_id', id: number): Promise<OrderRow | null> {
  const seen = await work.db
    .selectFrom('vial_orders')
    .select(['id', 'patient_id', 'domain_id'])
    .where(column, '=', id)
    .executeTakeFirst();
  return seen ? lockOrder(work, seen) : null;
}
