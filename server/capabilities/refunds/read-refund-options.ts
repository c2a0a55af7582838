import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { VIAL_PRODUCTS } from '@vialkeep/contract/products.ts';
import { type RefundOptions, readInvoiceRefundOptions, readRefundOptions } from '@vialkeep/contract/refunds.ts';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { listEarned } from '../commissions/index.ts';
import { readSiteMoneySettings } from '../money-settings/index.ts';
import { findPurchasedOrder, type PurchasedOrder } from '../orders/index.ts';
import { presentCard, presentRefund } from './refunds.present.ts';
import { isOfTarget, parseRefund, type RefundRow, type RefundTarget, selectRefunds } from './refunds.queries.ts';
import { findInvoice } from './request-invoice-refund.ts';
import { findSale, isImported, type RefundableSale, readSettlement } from './request-refund.ts';
import { blockedWords, type ChargeState, isTooOld } from './way-of.ts';

/** What a refund would do, so that its consequences can be read before it is requested. */
export const readRefundOptionsHandler = handle(readRefundOptions, async (call) => {
  const { actor, db, noteSubjects, params, services } = call;
  const sale = orNotFound(await findSale(db, actor, params.id));
  const [coupon, commission, order] = await Promise.all([
    findCoupon(db, sale),
    listEarned(db, sale.id),
    findPurchasedOrder(db, sale.id),
  ]);
  const target = { transaction_id: sale.id, invoice_id: null };
  const options = await readOptions(db, services, actor, { target, charge: sale, isRefundable: !isImported(sale) });
  noteSubjects([sale.buyer_id, sale.patient_id, ...commission.map(({ personId }) => personId)], sale.id);
  return {
    ...options,
    coupon: options.may.includes('refund') ? coupon : null,
    commission: commission.map(({ person, cents, lost }) => ({
      person,
      earned: dollarsOf(cents),
      lost: dollarsOf(lost),
    })),
    vials_shipped: await countShippedVials(db, sale, order),
    open_order: order?.isOpen ? { vials: order.quantity, reserved: order.reserved } : null,
    paid_days: null,
  };
});

/** The same of a storage invoice. */
export const readInvoiceRefundOptionsHandler = handle(
  readInvoiceRefundOptions,
  async ({ actor, db, noteSubjects, params, services }) => {
    const invoice = orNotFound(await findInvoice(db, actor, params.id));
    noteSubjects([invoice.patient_id], invoice.id);
    const target = { transaction_id: null, invoice_id: invoice.id };
    const isRefundable = invoice.paid_on !== null;
    return {
      ...(await readOptions(db, services, actor, { target, charge: invoice, isRefundable })),
      coupon: null,
      commission: [],
      vials_shipped: 0,
      open_order: null,
      paid_days: { from: invoice.from_day, to: invoice.to_day },
    };
  },
);

type Refundable = {
  readonly target: RefundTarget;
  readonly charge: Pick<
    RefundableSale,
    'domain_id' | 'charged_cents' | 'refunded_cents' | 'gateway' | 'gateway_id' | 'card_brand' | 'card_last4'
  >;
  readonly isRefundable: boolean;
};

async function readOptions(db: Db, services: Services, actor: Actor, { target, charge, isRefundable }: Refundable) {
  const left = charge.charged_cents - charge.refunded_cents;
  const [rows, settings] = await Promise.all([
    selectRefunds(db).where(isOfTarget(target)).orderBy('refunds.id', 'desc').execute(),
    readSiteMoneySettings(db, charge.domain_id),
  ]);
  const refunds = rows.map(parseRefund);
  const mayRefund = left > 0 && isRefundable && !refunds.some(isOpen);
  // The gateway is asked only where the form can be opened.
  const state = mayRefund ? await readSettlement(services, charge) : null;
  const now = new Date();
  return {
    charged: dollarsOf(charge.charged_cents),
    refunded: dollarsOf(charge.refunded_cents),
    left: dollarsOf(left),
    four_eyes: dollarsOf(settings.approval_cents),
    charge: state && stateOfCharge(state, now),
    blocked: state && blockedWords(state, now),
    card: presentCard(charge),
    refunds: refunds.map((refund) => presentRefund(refund, actor)),
    may: mayRefund ? ['refund' as const] : [],
  };
}

function isOpen({ state }: RefundRow): boolean {
  return state === 'requested' || state === 'waiting' || state === 'begun';
}

function stateOfCharge(charge: ChargeState, now: Date): NonNullable<RefundOptions['charge']> {
  return isTooOld(charge, now) ? 'old' : charge.state;
}

/** The code of a coupon whose use the purchase still takes. */
async function findCoupon(db: Db, { id, coupon_code }: RefundableSale): Promise<string | null> {
  const use = await db
    .selectFrom('checkouts')
    .innerJoin('coupon_uses', 'coupon_uses.reference', 'checkouts.reference')
    .select('coupon_uses.reference')
    .where('checkouts.transaction_id', '=', id)
    .where('coupon_uses.released_at', 'is', null)
    .executeTakeFirst();
  return use ? coupon_code : null;
}

/** Without an order nothing says which of the patient's vials were shipped for this purchase. */
async function countShippedVials(db: Db, sale: RefundableSale, order: PurchasedOrder | null): Promise<number> {
  const { patient_id, product_id } = sale;
  if (order !== null) return order.shipped;
  if (patient_id === null || !VIAL_PRODUCTS.some((id) => id === product_id)) return 0;
  const { n } = await db
    .selectFrom('vials')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('patient_id', '=', patient_id)
    .where('shipped_entry_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return n;
}
