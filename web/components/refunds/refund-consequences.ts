import { ANOTHER_ADMINISTRATOR } from '@vialkeep/contract/four-eyes.ts';
import { type RefundOptions, UNTIL_SETTLED, VOIDED_AS_A_WHOLE } from '@vialkeep/contract/refunds.ts';
import { formatDay, formatDollars } from '../../ui/display/formats.ts';
import { refundsTexts } from './refunds.texts.ts';

const texts = refundsTexts.will;

export type RefundRequest = { readonly amount: number; readonly outside: boolean; readonly returnCoupon: boolean };

/** Why this refund would fail at once; null where it would not. */
export function failureOf({ blocked, charge, charged }: RefundOptions, asked: RefundRequest): string | null {
  if (asked.outside) return null;
  const isPart = Math.round(asked.amount * 100) !== Math.round(charged * 100);
  return blocked ?? (charge === 'voided' && isPart ? VOIDED_AS_A_WHOLE : null);
}

/** What a refund will do, in sentences, or why it would fail. The server decides again when it is requested. */
export function consequencesOf(options: RefundOptions, asked: RefundRequest): readonly string[] {
  const failure = failureOf(options, asked);
  if (failure !== null) return [failure];
  const cents = Math.round(asked.amount * 100);
  if (!(cents > 0 && asked.amount <= options.left)) return [refundsTexts.amountHelp(formatDollars(options.left))];
  const isWhole = cents === Math.round(options.left * 100);
  const needsApproval = Math.round(options.refunded * 100) + cents >= Math.round(options.four_eyes * 100);
  return [
    ...(options.blocked === null ? [] : [options.blocked]),
    ...(needsApproval ? [ANOTHER_ADMINISTRATOR] : []),
    wayWords(options, asked, isWhole),
    ...commissionWords(options, cents),
    ...couponWords(options, isWhole && asked.returnCoupon),
    ...(isWhole && options.open_order !== null ? [orderWords(options.open_order)] : []),
    ...planWords(options, isWhole),
    ...(options.vials_shipped > 0 ? [texts.vials(options.vials_shipped)] : []),
    texts.receipt,
  ];
}

function wayWords(
  { charge, card, refunded }: RefundOptions,
  { amount, outside }: RefundRequest,
  isWhole: boolean,
): string {
  if (outside) return texts.record(formatDollars(amount));
  if (charge === 'unsettled') return isWhole && refunded === 0 ? texts.void : UNTIL_SETTLED;
  if (charge === 'voided') return texts.voided;
  if (charge !== 'settled') return texts.unknown;
  return texts.refund(formatDollars(amount), card ? texts.card(card.card_type, card.card_number) : texts.anyCard);
}

/** A refund takes back its share of what the sale earned, less what earlier refunds took. */
function commissionWords({ charged, refunded, commission }: RefundOptions, cents: number): readonly string[] {
  const share = Math.min(1, (Math.round(refunded * 100) + cents) / Math.round(charged * 100));
  const losses = commission.flatMap(({ person, earned, lost }) => {
    const loss = Math.round(Math.round(earned * 100) * share) - Math.round(lost * 100);
    return loss > 0 ? [texts.loss(person, formatDollars(loss / 100))] : [];
  });
  return losses.length === 0 ? [] : [texts.commission(losses.join(', '))];
}

/** A storage invoice that is given back as a whole is no longer paid. */
function planWords({ paid_days }: RefundOptions, isWhole: boolean): readonly string[] {
  if (paid_days === null) return [];
  return [isWhole ? texts.paidDays(formatDay(paid_days.from), formatDay(paid_days.to)) : texts.planKept];
}

function orderWords({ vials, reserved }: NonNullable<RefundOptions['open_order']>): string {
  return reserved === 0 ? texts.order(vials) : texts.orderAndVials(vials, reserved);
}

function couponWords({ coupon }: RefundOptions, isReturned: boolean): readonly string[] {
  if (coupon === null) return [];
  return [isReturned ? texts.couponReturned(coupon) : texts.couponKept(coupon)];
}
