import { TransactionId } from '@vialkeep/contract/kernel/ids.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { emailIsTaken } from '../accounts/index.ts';
import { type CapturedCharge, isOpen } from '../charging/index.ts';
import { earnSale } from '../commissions/index.ts';
import { appendCustody } from '../custody/index.ts';
import { createSignatureRequest } from '../documents/index.ts';
import { payVialOrder } from '../orders/index.ts';
import { addPatient } from '../patients/index.ts';
import { auditTransaction } from '../transactions/index.ts';
import { type Checkout, lockedCheckout } from './checkout.queries.ts';
import type { PurchaseRow } from './purchase.present.ts';
import { queueReceipt } from './receipt.ts';
import { recordSale } from './record-sale.ts';

/**
 * Writes everything that follows from a paid order, in the transaction that settles the checkout. Returns null and
 * writes nothing if the checkout is already settled.
 */
export async function fulfilOrder(
  work: Work,
  checkout: Checkout,
  site: Domain,
  taken: CapturedCharge | null,
): Promise<PurchaseRow | null> {
  const { order } = checkout;
  // A patient is created only under the row lock of a checkout that is still open.
  if (order.newPatient && !isOpen(await lockedCheckout(work.db, checkout.id))) return null;
  const patientId = order.newPatient ? await newPatient(work, checkout, site) : order.patientId;
  const bought = {
    ...order.chain,
    domainId: site.id,
    buyerId: checkout.buyer_id,
    productId: order.product.id,
    quote: order.quote,
    coupon: order.coupon,
    centerId: order.centerId,
    referralCenterId: order.referralCenterId,
    staffId: order.staffId,
    templateId: order.templateId,
    patientId,
    gateway: checkout.gateway,
    charge: taken && { id: taken.transactionId, brand: taken.brand, last4: taken.last4 },
    invoiceId: checkout.invoice_id,
    description: order.description,
    billingAddress: order.billing,
    shippingAddress: order.shipping,
    shippingDate: order.shippingDate,
    receiptEmail: order.receiptEmail,
  };
  const purchase = await recordSale(work, checkout.id, bought);
  if (!purchase) return null;
  const id = TransactionId.parse(purchase.id);
  const commission = purchase.earns_commission ? await earnSale(work, id) : null;
  await auditTransaction(
    work,
    id,
    bought,
    commission === null ? [purchase.journal_digest] : [purchase.journal_digest, commission],
  );
  if (patientId !== null) {
    await appendCustody(
      work,
      { id: patientId, domainId: site.id },
      { kind: 'order.paid', facts: { transaction: id, product: order.product.name, quantity: order.quote.quantity } },
    );
    if (order.reservingLabId !== null) await payVialOrder(work, checkout.id, id);
    if (order.wantsSignatures) await askPatient(work, checkout, site, patientId);
  }
  queueReceipt(work, { site, order, transactionId: id, taken });
  return purchase;
}

/**
 * If another account took the email between the order and the payment, the purchase stays without a patient account:
 * the charge is captured, and the center must not be linked to an unknown user (F094).
 */
async function newPatient(work: Work, { order }: Checkout, site: Domain): Promise<number | null> {
  if (!order.newPatient || (await emailIsTaken(work.db, order.newPatient.email))) return null;
  const patient = await addPatient(work, site, order.newPatient, {
    harvest_center_temporal: order.centerId,
    referral_harvest_center_temporal: order.referralCenterId,
  });
  return patient.id;
}

/** Asks by the name and email of the patient's account (F095). */
async function askPatient(work: Work, { order, buyer_id }: Checkout, site: Domain, patientId: number): Promise<void> {
  const [signer, center] = await Promise.all([account(work, patientId), account(work, order.centerId ?? buyer_id)]);
  await createSignatureRequest(work, {
    site,
    center: { id: center.id, company: center.company },
    signer: { id: signer.id, name: signer.username, email: signer.email },
  });
}

function account(work: Work, id: number) {
  return work.db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'company'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
