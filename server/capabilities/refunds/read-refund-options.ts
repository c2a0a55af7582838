import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { VIAL_PRODUCTS } from '@vialkeep/contract/products.ts';
import { type RefundOptions, readRefundOptions } from '@vialkeep/contract/refunds.ts';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { listEarned } from '../commissions/index.ts';
import { readSiteMoneySettings } from '../money-settings/index.ts';
import { findPurchasedOrder, type PurchasedOrder } from '../orders/index.ts';
import { presentCard, presentRefund } from './refunds.present.ts';
import { parseRefund, type RefundRow, selectRefunds } from './refunds.queries.ts';
import { findSale, isImported, type RefundableSale, readSettlement } from './request-refund.ts';
import { blockedWords, type ChargeState, isTooOld } from './way-of.ts';

/** What a refund would do, so that its consequences can be read before it is requested. */
export const readRefundOptionsHandler = handle(readRefundOptions, async ({ actor, db, params, services }) => {
  const sale = orNotFound(await findSale(db, actor, params.id));
  const left = sale.charged_cents - sale.refunded_cents;
  const [rows, settings, coupon, commission, order] = await Promise.all([
    selectRefunds(db).where('refunds.transaction_id', '=', sale.id).orderBy('refunds.id', 'desc').execute(),
    readSiteMoneySettings(db, sale.domain_id),
    findCoupon(db, sale),
    listEarned(db, sale.id),
    findPurchasedOrder(db, sale.id),
  ]);
  const refunds = rows.map(parseRefund);
  const mayRefund = left > 0 && !isImported(sale) && !refunds.some(isOpen);
  // The gateway is asked only where the form can be opened.
  const charge = mayRefund ? await readSettlement(services, sale) : null;
  const now = new Date();
  return {
    charged: dollarsOf(sale.charged_cents),
    refunded: dollarsOf(sale.refunded_cents),
    left: dollarsOf(left),
    four_eyes: dollarsOf(settings.approval_cents),
    charge: charge && stateOfCharge(charge, now),
    blocked: charge && blockedWords(charge, now),
    card: presentCard(sale),
    coupon: mayRefund ? coupon : null,
    commission: commission.map(({ person, cents, lost }) => ({
      person,
      earned: dollarsOf(cents),
      lost: dollarsOf(lost),
    })),
    vials_shipped: await countShippedVials(db, sale, order),
    open_order: order?.isOpen ? { vials: order.quantity, reserved: order.reserved } : null,
    refunds: refunds.map((refund) => presentRefund(refund, actor)),
    may: mayRefund ? ['refund' as const] : [],
  };
});

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
