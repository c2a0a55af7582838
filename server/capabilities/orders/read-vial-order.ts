import { OrderAddress } from '@vialkeep/contract/checkout.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { ShipmentState } from '@vialkeep/contract/labels.ts';
import { readVialOrder, type VialOrderAction } from '@vialkeep/contract/vial-orders.ts';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { readBench } from '../lab-policy/index.ts';
import { carrierUncertainty } from '../labels/index.ts';
import { listToPutBack } from './end-vial-order.ts';
import { countReserved, loadOrder, type OrderCounts, type OrderRow, requireOrder } from './orders.queries.ts';
import { isOpenOrder } from './settle-orders.ts';

export const readVialOrderHandler = handle(readVialOrder, async ({ access, db, params, query, services }) => {
  const { order, lab } = await requireOrder(access, db, params.id, query.lab_id);
  await readBench(access, db, lab.id);
  const [shown, people, address, counts] = await Promise.all([
    loadOrder(db, order.id),
    db
      .selectFrom('users')
      .innerJoin('products', (join) => join.on('products.id', '=', order.product_id))
      .select(['users.id', 'users.username', 'products.name as product'])
      .where('users.id', '=', order.patient_id)
      .executeTakeFirstOrThrow(),
    loadAddress(db, order),
    countReserved(db, order.id),
  ]);
  return {
    ...shown,
    lab_id: UserId.parse(order.lab_id),
    patient: { id: UserId.parse(people.id), name: people.username },
    product: people.product,
    ship_on: order.ship_on,
    ship_to: address ? linesOf(address) : [],
    tracking_number: order.tracking_number,
    tracking_link: order.tracking_link,
    has_label: order.file !== null,
    carrier_doubt: order.file === null ? carrierUncertainty(order) : null,
    shipment: order.shipment_state
      ? { state: ShipmentState.parse(order.shipment_state), words: order.shipment_words }
      : null,
    delivered_at: order.delivered_at?.toISOString() ?? null,
    reason: order.reason,
    to_put_back: order.state === 'cancelled' ? await listToPutBack(db, order) : [],
    version: order.version,
    may: [...listActions(order, counts, services.carrier !== null)],
  };
});

function* listActions(order: OrderRow, counts: OrderCounts, hasCarrier: boolean): Generator<VialOrderAction> {
  if (isOpenOrder(order)) {
    if (counts.picked < counts.reserved) yield 'pick';
    if (counts.packed < counts.picked) yield 'pack';
    if (counts.packed > 0) yield 'ship';
    if (hasCarrier && order.file === null) yield 'make_label';
    yield 'cancel';
  }
  if (order.state === 'shipped') yield 'deliver';
  if (order.state !== 'cancelled' && order.state !== 'unpaid') yield 'print_slip';
}

/** Where the purchase is sent to; a pre-order has only the address of the bill. */
export async function loadAddress(db: Db, { transaction_id }: OrderRow): Promise<OrderAddress | null> {
  if (transaction_id === null) return null;
  const sale = await db
    .selectFrom('transactions')
    .select(['shipping_address', 'billing_address'])
    .where('id', '=', transaction_id)
    .executeTakeFirst();
  // The texts of an erased person are no address any more.
  return OrderAddress.safeParse(sale?.shipping_address ?? sale?.billing_address).data ?? null;
}

export function linesOf({ company, address1, address2, city, state, zip_code, country_desc }: OrderAddress): string[] {
  const town = [city, state, zip_code].filter(Boolean).join(', ');
  return [company ?? '', address1, address2 ?? '', town, country_desc].filter((line) => line !== '');
}
