import { validateCoupon } from '@vialkeep/contract/coupons.ts';
import { centsFrom, formatCents } from '@vialkeep/contract/kernel/money.ts';
import type { ProductId } from '@vialkeep/contract/products.ts';
import { useState } from 'react';
import type { CouponVerdict } from '../../components/payment/coupon-field.tsx';
import { call } from '../../kernel/api/api.ts';
import { checkoutTexts } from './checkout.texts.ts';

const texts = checkoutTexts.coupon;

/** The verdict on a code: valid, invalid, or removed with a reason. */
type Judged =
  | { state: 'none'; code: ''; cents: 0; text: string }
  | { state: 'valid'; code: string; cents: number; text: '' }
  | { state: 'invalid'; code: string; cents: 0; text: string };

const none: Judged = { state: 'none', code: '', cents: 0, text: '' };

export type Coupon = ReturnType<typeof useCoupon>;

/** Asks the server for the value of a code for this purchase (U-17). */
export function useCoupon(productId: ProductId) {
  const [judged, setJudged] = useState<Judged>(none);
  const [busy, setBusy] = useState(false);

  /** Resolves to the code to show in the field. */
  async function apply(typed: string, centerId: number | null): Promise<string> {
    const code = typed.trim();
    if (code === '' || busy) {
      if (code === '') setJudged(none);
      return code;
    }
    setBusy(true);
    const answer = await validateCode(code, productId, centerId).catch(() => buildUncheckedVerdict(code));
    setBusy(false);
    setJudged(answer);
    return answer.code;
  }

  /** Removes a code that is no longer valid and shows the reason. */
  function takeAway() {
    setJudged({ state: 'none', code: '', cents: 0, text: texts.noLonger(judged.code) });
  }

  return {
    /** The applied code and its value; '' and 0 if there is none. */
    applied: judged.state === 'valid' ? { code: judged.code, cents: judged.cents } : { code: '', cents: 0 },
    /** The code that the verdict is about. */
    judgedCode: judged.code,
    busy,
    /** Shown while the field is empty. */
    note: judged.state === 'none' ? judged.text : '',
    apply,
    takeAway,
    /**
     * Whether the applied code is valid at another center. If the request fails, the code stays and the server decides.
     */
    async stillCounts(centerId: number | null): Promise<boolean> {
      const answer = await validateCode(judged.code, productId, centerId).catch(() => judged);
      return answer.state === 'valid';
    },
    /** The verdict on the typed code; null if the verdict is about another code. */
    verdictOn(typed: string, discountCents: number): CouponVerdict | null {
      if (judged.state === 'none' || typed.trim() !== judged.code) return null;
      if (judged.state === 'invalid') return { state: 'invalid', text: judged.text };
      return { state: 'valid', text: texts.applied(formatCents(-discountCents)) };
    },
  };
}

async function validateCode(code: string, productId: ProductId, centerId: number | null): Promise<Judged> {
  const answer = await call(validateCoupon, { body: { code, product_id: productId, harvest_center_id: centerId } });
  if (!answer.success) return { state: 'invalid', code, cents: 0, text: texts.invalid };
  return { state: 'valid', code: answer.code, cents: centsFrom(answer.amount) ?? 0, text: '' };
}

function buildUncheckedVerdict(code: string): Judged {
  return { state: 'invalid', code, cents: 0, text: texts.notChecked };
}
