import { randomBytes } from 'node:crypto';
import { TransactionId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { ProductId } from '@vialkeep/contract/products.ts';
import type { Selectable } from 'kysely';
import { Order, queueReceipt } from '../../capabilities/checkout/index.ts';
import { openVialOrder, payVialOrder } from '../../capabilities/orders/index.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import type { Services } from '../../kernel/services.ts';
import { places } from '../people.ts';
import { saleToPick } from '../transactions.ts';
import { createSeededBytes } from '../vials.ts';

const LAB = 'lab2@vialkeep.test';
const DAY_MS = 24 * 60 * 60 * 1000;
const SHIPS_IN_DAYS = 2;

/** The order that the lab with a bench has to pick: the checkout of a demo sale, with its vials reserved. */
export async function addVialOrder({ store, domains }: Services): Promise<void> {
  const db = store.read('platform');
  const lab = await db.selectFrom('users').select('id').where('email', '=', LAB).executeTakeFirstOrThrow();
  const sale = await db
    .selectFrom('transactions')
    .innerJoin('users', 'users.id', 'transactions.buyer_id')
    .innerJoin('products', 'products.id', 'transactions.product_id')
    .selectAll('transactions')
    .select('products.name as product')
    .where('users.email', '=', saleToPick.buyer)
    .where('transactions.invoice_id', '=', saleToPick.invoiceId)
    .executeTakeFirstOrThrow();
  const order = orderOf(sale, lab.id);
  const site = await domains.ofId(sale.domain_id);
  const cause = { actorId: sale.buyer_id, userId: sale.buyer_id, sessionId: null, requestId: 'demo-order' };
  await store.write(sale.domain_id, cause, async (work) => {
    const { id: checkoutId } = await work.db
      .insertInto('checkouts')
      .values({
        domain_id: sale.domain_id,
        buyer_id: sale.buyer_id,
        actor_id: sale.buyer_id,
        invoice_id: sale.invoice_id,
        fingerprint: randomBytes(32),
        ordered: JSON.stringify(order),
        total_cents: sale.charged_cents,
        gateway: sale.gateway,
        reference: saleToPick.reference,
        state: 'charged',
        gateway_id: sale.gateway_id,
        card_brand: sale.card_brand,
        card_last4: sale.card_last4,
        transaction_id: sale.id,
        begun_at: sale.date,
        settled_at: sale.date,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await openVialOrder(work, {
      checkoutId,
      labId: lab.id,
      patient: { id: sale.patient_id ?? 0, domainId: sale.domain_id },
      productId: sale.product_id,
      quantity: sale.quantity,
      shipOn: order.shippingDate,
      random: createSeededBytes(20_261_119),
    });
    await payVialOrder(work, checkoutId, sale.id);
    const taken = { transactionId: sale.gateway_id ?? '', brand: sale.card_brand, last4: sale.card_last4 };
    queueReceipt(work, { site, order, transactionId: TransactionId.parse(sale.id), taken });
    await audit(work, { domainId: sale.domain_id, action: 'demo.load', subject: 'domain', subjectId: sale.domain_id });
  });
}

type SoldVials = Selectable<Tables['transactions']> & { readonly product: string };

/** What the clinic ordered: the vials are wanted in two days, so that the lab still has to pick them. */
function orderOf(sale: SoldVials, labId: number): Order {
  const { address1, city, state_desc: state, zip_code } = places.seattle;
  const address = { address1, city, state, zip_code, country_desc: 'United States' };
  return Order.parse({
    product: { id: ProductId.parse(sale.product_id), name: sale.product },
    quote: {
      price: sale.price_cents,
      quantity: sale.quantity,
      shippingFee: sale.shipping_cents,
      harvestFee: sale.harvest_fee_cents,
      discount: sale.discount_cents,
      total: sale.charged_cents,
    },
    coupon: null,
    centerId: sale.center_id,
    referralCenterId: sale.referral_center_id,
    staffId: null,
    patientId: UserId.parse(sale.patient_id),
    newPatient: null,
    wantsSignatures: false,
    chain: {
      repId: sale.rep_id,
      managerId: sale.manager_id,
      distributorId: sale.distributor_id,
      affiliateId: sale.affiliate_id,
    },
    description: sale.description,
    billing: address,
    shipping: address,
    shippingDate: new Date(Date.now() + SHIPS_IN_DAYS * DAY_MS).toISOString().slice(0, 10),
    reservingLabId: labId,
    receiptEmail: sale.receipt_email,
  });
}
