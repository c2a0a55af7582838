import { readTrackingNumber, shipVialOrder } from '@vialkeep/contract/vial-orders.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { queueEmail } from '../../kernel/mail/outbox.ts';
import { freeVials, presentEntry, recordVials } from '../vials/index.ts';
import { requireOpenOrder } from './judge-vial.ts';
import { listOrderedVials, loadOrder, type OrderRow, patientOfOrder } from './orders.queries.ts';
import { byScan, scanOrder } from './scan-order.ts';
import { changeOrder, fillOrdersOf } from './settle-orders.ts';

/** Ships exactly the packed vials. What the order has beyond them is free again. */
export const shipVialOrderHandler = handle(shipVialOrder, async (call) => {
  const { body, services } = call;
  return scanOrder(call, 'ship_order', async (work, bench, order) => {
    requireOpenOrder(order);
    const number = readTrackingNumber(body.tracking_number ?? '') || order.tracking_number;
    if (number === '') throw refuseBy(shipVialOrder, 'tracking_required', { fields: ['tracking_number'] });
    const vials = await listOrderedVials(work.db, order.id);
    const codes = vials.filter(({ packed }) => packed).map(({ code }) => code);
    requireAgreement(order, codes.length, body.quantity_agreed);
    const left = vials.filter(({ packed }) => !packed).map(({ code }) => code);
    const patient = patientOfOrder(order);
    if (left.length > 0) {
      await freeVials(work, patient, { orderId: order.id, codes: left, by: byScan(bench, body.scan_id) });
    }
    const entry = await recordVials(work, patient, {
      type: 'shipped',
      date: new Date().toISOString().slice(0, 10),
      quantity: codes.length,
      trackingId: number,
      codes,
      orderId: order.id,
      operatorId: bench.operator?.id ?? null,
    });
    await changeOrder(work, order, {
      state: 'shipped',
      shipped_entry_id: entry.id,
      tracking_number: number,
      // The link belongs to the number of the label.
      ...(number === order.tracking_number ? {} : { tracking_link: '' }),
    });
    if (left.length > 0) await fillOrdersOf(work, patient);
    await tellBuyer(work, await services.domains.ofId(order.domain_id), order, { number, quantity: codes.length });
    await audit(work, {
      domainId: order.domain_id,
      action: 'bench.ship_order',
      subject: 'vial_order',
      subjectId: order.id,
      facts: { lab: order.lab_id, entry: entry.id, codes, operator: bench.operator?.id ?? null },
    });
    const answer = { entry: presentEntry(entry, { withNote: false }), order: await loadOrder(work.db, order.id) };
    return { answer, facts: { order: order.id, patient: order.patient_id, entry: entry.id, codes } };
  });
});

/** Fewer vials than ordered are shipped only where the caller has agreed to their very number. */
function requireAgreement({ quantity }: OrderRow, packed: number, agreed: number | undefined): void {
  if (packed === 0) throw refuseBy(shipVialOrder, 'not_packed');
  if (packed === quantity || packed === agreed) return;
  throw refuseBy(shipVialOrder, 'short', {
    message: `Packed ${packed} of ${quantity}. Ship ${packed}?`,
    fields: ['quantity_agreed'],
  });
}

type Shipped = { readonly number: string; readonly quantity: number };

/** To the address of the receipt; with numbers and no name, because an email is not confidential. */
async function tellBuyer(work: Work, site: Domain, order: OrderRow, { number, quantity }: Shipped): Promise<void> {
  const sale = await work.db
    .selectFrom('transactions')
    .select(['id', 'buyer_id', 'receipt_email'])
    .where('id', '=', order.transaction_id)
    .executeTakeFirst();
  if (!sale) return;
  const vials = quantity === 1 ? '1 vial' : `${quantity} vials`;
  await queueEmail(work, {
    from: site,
    to: { userId: sale.buyer_id, email: sale.receipt_email },
    kind: 'order-shipped',
    subject: `${site.brand}: the vials of transaction #${sale.id} are on their way`,
    heading: 'Your order is on its way',
    paragraphs: [
      `The lab has shipped ${vials} of patient #${order.patient_id}, ordered with transaction #${sale.id}.`,
      `Tracking number: ${number}`,
    ],
  });
}
