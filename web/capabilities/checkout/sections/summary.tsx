import { IconChevronUp } from '@tabler/icons-react';
import { formatCents } from '@vialkeep/contract/kernel/money.ts';
import type { ProductId } from '@vialkeep/contract/products.ts';
import type { Quote } from '@vialkeep/contract/quote.ts';
import { CouponField } from '../../../components/payment/coupon-field.tsx';
import { OrderSummary } from '../../../components/payment/order-summary.tsx';
import { useActing } from '../../../kernel/session/acting.ts';
import { Submit } from '../../../ui/form/layout/form-layout.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import classes from '../checkout.module.css';
import { checkoutTexts } from '../checkout.texts.ts';
import type { Coupon } from '../use-coupon.ts';
import { summaryLines } from './summary-lines.ts';

const { summary: texts, coupon: couponTexts } = checkoutTexts;

const SUMMARY_ID = 'checkout-summary';

type Props = {
  productId: ProductId;
  quote: Quote;
  coupon: Coupon;
  typedCode: string;
  /** The payment method that is charged. */
  means: string;
  /** Whether the form can be submitted. */
  isOpen: boolean;
  onApply: () => void;
};

/** Coupon, price lines and button; always visible while the form scrolls. */
export function CheckoutSummary({ productId, quote, coupon, typedCode, means, isOpen, onApply }: Props) {
  const acting = useActing();
  const total = formatCents(quote.total);
  return (
    <aside id={SUMMARY_ID} tabIndex={-1} aria-label={texts.title} className={classes.summary}>
      <Card title={texts.title}>
        <div className={classes.inSummary}>
          <CouponField
            name="coupon_code"
            label={couponTexts.label}
            apply={couponTexts.apply}
            verdict={coupon.verdictOn(typedCode, quote.discount)}
            note={typedCode === '' ? coupon.note : undefined}
            busy={coupon.busy}
            onApply={onApply}
          />
          <OrderSummary lines={summaryLines(productId, quote)} total={{ label: texts.total, value: total }} />
          <div className={classes.submit}>{isOpen && <Submit fullWidth>{texts.submit}</Submit>}</div>
          <p className={classes.charged}>
            {quote.total === 0 ? texts.free : texts.charged(means, total)}
            {acting && ` ${texts.as(acting.whose)}`}
          </p>
        </div>
      </Card>
    </aside>
  );
}

/** On small screens the total and the button stay at the bottom. */
export function CheckoutBar({ total, isOpen }: { total: string; isOpen: boolean }) {
  return (
    <div className={classes.bar} data-bottom-bar>
      <button type="button" className={classes.barTotal} onClick={showSummary}>
        <span className={classes.barLabel}>{texts.total}</span>
        <span className={classes.barAmount}>
          {total}
          <IconChevronUp size={16} stroke={1.8} aria-hidden />
        </span>
        <span className="visually-hidden">{texts.show}</span>
      </button>
      {isOpen && <Submit>{texts.submit}</Submit>}
    </div>
  );
}

function showSummary(): void {
  const summary = document.getElementById(SUMMARY_ID);
  summary?.scrollIntoView({ block: 'center' });
  summary?.focus({ preventScroll: true });
}
