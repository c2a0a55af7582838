import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import type { ProductId } from '@vialkeep/contract/products.ts';
import type { Work } from '../kernel/db/db.ts';
import type { Payments } from '../ports/payments.ts';
import type { Saved } from './cards.ts';

type Sale = {
  buyer: string;
  productId: ProductId;
  quantity: number;
  daysAgo: number;
  isPaid: boolean;
  coupon: boolean;
  /** The email of the patient; one of the buyer's patients in turn where it is not named. */
  patient?: string;
};
type Price = { readonly name: string; readonly price: number; readonly shipping: number };

/** The prices that the demo network paid, in cents. */
const prices: Readonly<Partial<Record<ProductId, Price>>> = {
  1: { name: 'New Patient Processing Fee', price: 380_000, shipping: 12_000 },
  2: { name: 'Order Patient Vials', price: 50_000, shipping: 4_500 },
  3: { name: 'Harvesting Kit', price: 29_500, shipping: 2_500 },
  12: { name: 'Office Pop-up Banner', price: 19_900, shipping: 2_000 },
  13: { name: 'New Patient Referral Processing Fee', price: 380_000, shipping: 12_000 },
};

const COUPON = 10_000;

const ordered: readonly (readonly [buyer: string, productId: ProductId, quantity: number])[] = [
  ['hc@vialkeep.test', 1, 1],
  ['hc2@vialkeep.test', 3, 4],
  ['hc@vialkeep.test', 2, 2],
  ['rhc@vialkeep.test', 13, 1],
  ['hc2@vialkeep.test', 1, 1],
  ['hc@vialkeep.test', 3, 2],
  ['hc@vialkeep.test', 12, 1],
  ['hc2@vialkeep.test', 2, 3],
];

/** The sale whose vials the lab with a bench has not sent yet. */
const TO_PICK = 39;

/** Nearly a year of orders, one every eight days, and a few of the other site. */
const sales: readonly Sale[] = [
  ...Array.from({ length: 42 }, (_, index) =>
    index === TO_PICK
      ? { ...sale(['hc2@vialkeep.test', 2, 2], index), patient: 'patient2@vialkeep.test' }
      : sale(ordered[index % ordered.length] ?? ['hc@vialkeep.test', 3, 1], index),
  ),
  ...Array.from({ length: 4 }, (_, index) => sale(['hc@north.test', 3, 1 + index], 5 + index * 9)),
];

function sale([buyer, productId, quantity]: (typeof ordered)[number], index: number): Sale {
  const daysAgo = 3 + (42 - index) * 8 - 8;
  return { buyer, productId, quantity, daysAgo, isPaid: daysAgo > 60, coupon: index % 6 === 2 };
}

export type ChargedSale = Sale & {
  readonly charge: { readonly id: string; readonly brand: string; readonly last4: string };
};

/** Charges the demo sales at the sandbox. Without the sandbox there are no demo sales. */
export async function chargeDemoSales(payments: Payments, cards: readonly Saved[]): Promise<readonly ChargedSale[]> {
  const charged: ChargedSale[] = [];
  for (const [index, made] of sales.entries()) {
    const card = cards.find(({ email }) => email === made.buyer)?.cards[0]?.at;
    if (!card) continue;
    const outcome = await payments.charge({
      reference: referenceOf(index),
      amountCents: totalOf(made),
      card,
      invoiceNumber: String(index + 1),
      description: priceOf(made).name,
      customer: { id: card.customerId, email: made.buyer },
      billTo: null,
    });
    if (outcome.state !== 'approved') throw new Error(`The sandbox did not approve a demo sale: ${outcome.state}.`);
    charged.push({ ...made, charge: { id: outcome.transactionId, brand: outcome.brand, last4: outcome.last4 } });
  }
  return charged;
}

export async function addTransactions(work: Work, charged: readonly ChargedSale[]): Promise<void> {
  if (charged.length === 0) return;
  const buyers = new Map((await buyersOf(work)).map((buyer) => [buyer.email, buyer]));
  const rows = charged.map((made, index) => {
    const buyer = buyers.get(made.buyer);
    if (!buyer) throw new Error(`The demo network has no ${made.buyer}.`);
    const { name, price, shipping } = priceOf(made);
    const total = totalOf(made);
    const isReferral = buyer.plan_id === 5;
    return {
      domain_id: buyer.domain_id,
      date: new Date(Date.now() - made.daysAgo * 86_400_000),
      buyer_id: buyer.id,
      product_id: made.productId,
      quantity: made.quantity,
      amount_cents: total,
      price_cents: price,
      shipping_cents: shipping,
      harvest_fee_cents: 0,
      discount_cents: made.coupon ? COUPON : 0,
      charged_cents: total,
      charged_quantity: made.quantity,
      coupon_code: made.coupon ? 'WELCOME100' : '',
      center_id: isReferral ? (buyer.centers[0] ?? null) : buyer.id,
      referral_center_id: isReferral ? buyer.id : null,
      patient_id: needsPatient(made.productId) ? choosePatient(made, index, buyer.patients) : null,
      rep_id: buyer.rep_id,
      manager_id: buyer.manager_id,
      distributor_id: buyer.distributor_id,
      affiliate_id: buyer.affiliate_id,
      commission_paid: made.isPaid,
      gateway: 'sandbox',
      gateway_id: made.charge.id,
      card_brand: made.charge.brand,
      card_last4: made.charge.last4,
      invoice_id: index + 1,
      description: `${name}, $${dollarsOf(total).toFixed(2)}`,
      receipt_email: made.buyer,
    };
  });
  await work.db.insertInto('transactions').values(rows).execute();
  await backdateCharges(work, charged);
}

/** The sandbox made its charges just now; the demo network made them on the days of its sales. */
async function backdateCharges(work: Work, charged: readonly ChargedSale[]): Promise<void> {
  for (const { charge, daysAgo } of charged) {
    const day = new Date(Date.now() - daysAgo * 86_400_000);
    await work.db
      .updateTable('sandbox_charges')
      .set({ created_at: day, settled_at: day })
      .where('id', '=', Number(charge.id))
      .execute();
  }
}

async function buyersOf(work: Work) {
  const rows = await work.db
    .selectFrom('users')
    .leftJoin('sales_chains', 'sales_chains.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.domain_id', 'users.plan_id'])
    .select(['sales_chains.rep_id', 'sales_chains.manager_id'])
    .select(['sales_chains.distributor_id', 'sales_chains.affiliate_id'])
    .where('users.email', 'in', [...new Set(sales.map(({ buyer }) => buyer))])
    .execute();
  const relations = await work.db
    .selectFrom('active_relations')
    .innerJoin('users', 'users.id', 'active_relations.subject_id')
    .select(['active_relations.kind', 'active_relations.subject_id', 'active_relations.object_id'])
    .select(['users.plan_id', 'users.email'])
    .where('active_relations.kind', 'in', ['center', 'referral_center'])
    .orderBy('active_relations.id')
    .execute();
  return rows.map((row) => ({
    ...row,
    centers: relations.flatMap(({ kind, subject_id, object_id }) =>
      kind === 'center' && subject_id === row.id ? [object_id] : [],
    ),
    patients: relations.flatMap(({ subject_id, object_id, plan_id, email }) =>
      object_id === row.id && plan_id === 2 ? [{ id: subject_id, email }] : [],
    ),
  }));
}

type Patient = { readonly id: number; readonly email: string };

function choosePatient({ patient }: Sale, index: number, patients: readonly Patient[]): number | null {
  const named = patients.find(({ email }) => email === patient);
  return (named ?? patients[index % Math.max(patients.length, 1)])?.id ?? null;
}

/** The gateway's reference of a sale, and the number of its invoice. */
export const saleToPick = { reference: referenceOf(TO_PICK), invoiceId: TO_PICK + 1, buyer: 'hc2@vialkeep.test' };

function referenceOf(index: number): string {
  return `demo-sale-${index + 1}`;
}

function needsPatient(productId: ProductId): boolean {
  return productId === 1 || productId === 2 || productId === 13;
}

function priceOf({ productId }: Sale): Price {
  const price = prices[productId];
  if (!price) throw new Error(`The demo network buys no product ${productId}.`);
  return price;
}

function totalOf(made: Sale): number {
  const { price, shipping } = priceOf(made);
  return price * made.quantity + shipping - (made.coupon ? COUPON : 0);
}
