import { checkOut } from '@vialkeep/contract/checkout.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { productRules, productsFor } from '@vialkeep/contract/products.ts';
import { HARVEST_FEE_CENTS, type Quote, quoteOf } from '@vialkeep/contract/quote.ts';
import type { Db } from '../../../kernel/db/db.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import { requireEmail } from '../../../kernel/mail/require-email.ts';
import type { Services } from '../../../kernel/services.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import { emailIsTaken } from '../../accounts/index.ts';
import { chooseCenter, couponForCenter } from '../../coupons/index.ts';
import { buildProductForSale, type ProductForSale } from '../../products/index.ts';
import { couponNotValid } from '../record-checkout-intent.ts';
import type { Order, OrderRequest } from './order.ts';
import type { OrderFacts } from './order-facts.ts';
import { templateOf } from './template-of-order.ts';

type Buying = {
  readonly services: Services;
  readonly db: Db;
  readonly actor: Actor;
  readonly body: OrderRequest;
};

/** Builds the order from the server's own prices, relations and rules (S-22). */
export async function buildOrder({ services, db, actor, body: asked }: Buying, facts: OrderFacts): Promise<Order> {
  if (!productsFor(actor.plan).includes(asked.product_id)) throw refuseBy(checkOut, 'product_not_sold');
  const rules = productRules[asked.product_id];
  if (!facts.product) throw new Error(`There is no product ${asked.product_id}.`);
  const product = buildProductForSale(facts.product);
  const centerIds = facts.centers.map(({ id }) => id);
  const centerId = chooseCenter(actor, centerIds, asked.harvest_center_temporal_id ?? null);
  if (rules.takesHarvestFee && centerId === null) throw about('center_required', 'harvest_center_temporal_id');
  const coupon = couponOf(asked, facts, centerId);
  const people = await peopleOf(db, actor, asked, facts);
  if (rules.needsPatient && isCenter(actor) && people.patientId === null) throw about('patient_required', 'patient_id');
  return {
    product: { id: product.id, name: product.name },
    quote: requireMatchingQuote(product, asked, coupon?.discountCents ?? 0),
    coupon: coupon && { id: coupon.id, code: coupon.code },
    centerId,
    referralCenterId: actor.plan === Plan.referralCenter ? actor.userId : null,
    staffId: actor.acting?.kind === 'staff_access' ? actor.acting.byId : null,
    templateId: isCenter(actor) ? await templateOf(services, actor, centerId, facts) : null,
    ...people,
    chain: chainOf(facts, actor, people.patientId),
    description: descriptionOf(actor, product),
    billing: asked.addressInfo,
    shipping: rules.isShipped ? (asked.shippingInfo ?? asked.addressInfo) : null,
    shippingDate: rules.isShipped ? (asked.shipping_date ?? new Date().toISOString().slice(0, 10)) : null,
    reservingLabId: findReservingLab(facts, people.patientId),
    receiptEmail: asked.harvest_center_billing_email || asked.harvest_center_email || facts.email,
  };
}

/** Vials are reserved for a patient; without one there is nothing to reserve. */
function findReservingLab({ reservingLabId }: OrderFacts, patientId: UserId | null): UserId | null {
  return patientId === null || reservingLabId === null ? null : UserId.parse(reservingLabId);
}

function isCenter({ plan }: Actor): boolean {
  return plan === Plan.harvestCenter || plan === Plan.referralCenter;
}

function about(reason: 'center_required' | 'patient_required' | 'email_in_use', field: string) {
  return refuseBy(checkOut, reason, { fields: [field] });
}

function couponOf(asked: OrderRequest, facts: OrderFacts, centerId: UserId | null) {
  if ((asked.coupon_code ?? '') === '') return null;
  const coupon = couponForCenter(facts.coupon, centerId);
  if (!coupon) throw couponNotValid();
  return coupon;
}

/**
 * Returns the server's quote if its total is the one the buyer saw; the total alone may imply the harvest fee (F107,
 * C-29).
 */
function requireMatchingQuote(product: ProductForSale, asked: OrderRequest, couponCents: number): Quote {
  const quoteWith = (harvestFee: boolean) =>
    quoteOf({ product, quantity: asked.product_quantity, harvestFee, couponCents });
  const quotes =
    asked.harvest_fee === undefined ? [quoteWith(false), quoteWith(true)] : [quoteWith(asked.harvest_fee === 'yes')];
  const agreed = quotes.find(({ total }) => Math.abs(asked.total_amount * 100 - total) <= 0.5);
  if (agreed) return agreed;
  throw refuseBy(checkOut, 'amount_mismatch', {
    errorMessage: `The total is $${((quotes[0]?.total ?? HARVEST_FEE_CENTS) / 100).toFixed(2)}. Nothing was charged.`,
  });
}

async function peopleOf(db: Db, actor: Actor, asked: OrderRequest, { patient }: OrderFacts) {
  if (!isCenter(actor)) {
    return {
      patientId: actor.plan === Plan.generalMember ? actor.userId : null,
      newPatient: null,
      wantsSignatures: false,
    };
  }
  const wantsSignatures = asked.required_signature ?? false;
  if (asked.create_patient) return { patientId: null, newPatient: await newPatientOf(db, asked), wantsSignatures };
  const patientId = asked.patient_id
    ? UserId.parse(orNotFound(patient?.plan_id === Plan.generalMember ? patient : null).id)
    : null;
  if (wantsSignatures && patient && patientId !== null) requireEmail(patient.email, 'required_signature');
  return { patientId, newPatient: null, wantsSignatures: wantsSignatures && patientId !== null };
}

async function newPatientOf(db: Db, asked: OrderRequest): Promise<NonNullable<Order['newPatient']>> {
  const { first_name = '', last_name = '', email = '', phone_number = '' } = asked;
  const required = { first_name, last_name, email, phone_number };
  const missing = Object.entries(required).filter(([, value]) => !value);
  if (missing.length > 0) {
    throw refuseBy(checkOut, 'patient_incomplete', { fields: missing.map(([name]) => name) });
  }
  if (await emailIsTaken(db, email ?? '')) throw about('email_in_use', 'email');
  return {
    first_name: first_name ?? '',
    last_name: last_name ?? '',
    email: email ?? '',
    phone_number: phone_number ?? '',
  };
}

/**
 * Reads the sales chain at this moment; a buyer without an active rep cannot buy. The patient's affiliate takes
 * precedence over the buyer's (F108, F110).
 */
function chainOf({ chains }: OrderFacts, actor: Actor, patientId: UserId | null): Order['chain'] {
  const of = (id: UserId | null) => chains.find(({ user_id }) => user_id === id);
  const chain = of(actor.userId);
  if (!chain?.rep_id) throw refuseBy(checkOut, 'no_sales_rep');
  return {
    repId: chain.rep_id,
    managerId: chain.manager_id,
    distributorId: chain.distributor_id,
    affiliateId: of(patientId)?.affiliate_id ?? chain.affiliate_id,
  };
}

function descriptionOf(actor: Actor, { id, name }: ProductForSale): string {
  if (id === 1) return 'Harvest Center Processing Fee';
  if (id === 13) return 'Harvest Center Referral Harvest Fee';
  return isCenter(actor) ? `Harvest Center ${name}` : `Patient Checkout ${name}`;
}
