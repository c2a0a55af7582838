import { validateCoupon } from '@vialkeep/contract/coupons.ts';
import { centsFrom, formatCents } from '@vialkeep/contract/kernel/money.ts';
import type { ProductId } from '@vialkeep/contract/products.ts';
import { useState } from 'react';
import type { CouponVerdict } from '../../components/payment/coupon-field.tsx';
import { call } from '../../kernel/api/api.ts';
import { checkoutTexts } from './checkout.texts.ts';

const texts = checkoutTexts.coupon;

/** What is known of a code: that it counts, that it does not, or why it was taken away. */
type Judged =
  | { state: 'none'; code: ''; cents: 0; text: string }
  | { state: 'valid'; code: string; cents: number; text: '' }
  | { state: 'invalid'; code: string; cents: 0; text: string };

const none: Judged = { state: 'none', code: '', cents: 0, text: '' };

export type Coupon = ReturnType<typeof useCoupon>;

/** U-17: what a code is worth for this purchase, asked of the server. */
export function useCoupon(productId: ProductId) {
  const [judged, setJudged] = useState<Judged>(none);
  const [busy, setBusy] = useState(false);

  /** The code as it is to stand in the field. */
  async function apply(typed: string, centerId: number | null): Promise<string> {
    const code = typed.trim();
    if (code === '' || busy) {
      if (code === '') setJudged(none);
      return code;
    }
    setBusy(true);
    const answer = await judge(code, productId, centerId).catch(() => unchecked(code));
    setBusy(false);
    setJudged(answer);
    return answer.code;
  }

  /** The code does not count any more: it goes, and that is said. */
  function takeAway() {
    setJudged({ state: 'none', code: '', cents: 0, text: texts.noLonger(judged.code) });
  }

  return {
    /** What counts; '' and nothing for none. */
    applied: judged.state === 'valid' ? { code: judged.code, cents: judged.cents } : { code: '', cents: 0 },
    /** The code whose verdict is known. */
    judgedCode: judged.code,
    busy,
    /** Said while no code stands in the field. */
    note: judged.state === 'none' ? judged.text : '',
    apply,
    takeAway,
    /** Whether the applied code still counts once the purchase is at another center. In doubt the server decides. */
    async stillCounts(centerId: number | null): Promise<boolean> {
      const answer = await judge(judged.code, productId, centerId).catch(() => judged);
      return answer.state === 'valid';
    },
    /** About what stands in the field; nothing about another code than the one that was asked about. */
    verdictOn(typed: string, discountCents: number): CouponVerdict | null {
      if (judged.state === 'none' || typed.trim() !== judged.code) return null;
      if (judged.state === 'invalid') return { state: 'invalid', text: judged.text };
      return { state: 'valid', text: texts.applied(formatCents(-discountCents)) };
    },
  };
}

async function judge(code: string, productId: ProductId, centerId: number | null): Promise<Judged> {
  const answer = await call(validateCoupon, { body: { code, product_id: productId, harvest_center_id: centerId } });
  if (!answer.success) return { state: 'invalid', code, cents: 0, text: texts.invalid };
  return { state: 'valid', code: answer.code, cents: centsFrom(answer.amount) ?? 0, text: '' };
}

function unchecked(code: string): Judged {
  return { state: 'invalid', code, cents: 0, text: texts.notChecked };
}
