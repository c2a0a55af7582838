import type { Purchase } from '@vialkeep/contract/checkout.ts';
import { OrderSummary } from '../../../components/payment/order-summary.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { formatDateTime, formatDollars } from '../../../ui/display/formats.ts';
import { PrintSheet } from '../../../ui/layout/print-sheet.tsx';
import { BrandLogo } from '../../../ui/navigation/brand-logo.tsx';
import classes from '../checkout.module.css';
import { checkoutTexts } from '../checkout.texts.ts';
import { cardName } from '../sections/payment-section.tsx';

const { receipt: texts, result, summary } = checkoutTexts;

/** The printed receipt. */
export function Receipt({ purchase }: { purchase: Purchase }) {
  const { price, quantity, shipping_fee, harvest_fee, discount, total, card } = purchase;
  return (
    <PrintSheet>
      <BrandLogo place="page" />
      <h1>{texts.title}</h1>
      <Facts
        facts={[
          [result.transaction, `#${purchase.transaction_id}`],
          [texts.invoice, purchase.invoice_id],
          [texts.date, formatDateTime(purchase.date)],
          [texts.product, purchase.product],
          [texts.patient, purchase.patient && `#${purchase.patient.id} ${purchase.patient.name}`],
          [result.card, card ? cardName(card) : result.noCard],
        ]}
      />
      <div className={classes.receiptLines}>
        <OrderSummary
          lines={[
            { label: summary.price, value: formatDollars(price) },
            { label: summary.quantity, value: String(quantity) },
            { label: summary.shippingFee, value: `+ ${formatDollars(shipping_fee)}` },
            ...(harvest_fee > 0 ? [{ label: summary.harvestFee, value: `+ ${formatDollars(harvest_fee)}` }] : []),
            { label: summary.discount, value: `− ${formatDollars(discount)}` },
          ]}
          total={{ label: summary.total, value: formatDollars(total) }}
        />
      </div>
    </PrintSheet>
  );
}
