import type { Purchase } from '@vialkeep/contract/checkout.ts';
import { formatDay } from '../../../ui/display/formats.ts';
import { checkoutTexts } from '../checkout.texts.ts';
import type { Asks } from '../checkout-fields.ts';
import type { CheckoutValues } from '../checkout-values.ts';

const texts = checkoutTexts.result;

type Ordered = { asks: Asks; values: CheckoutValues };

/** What the buyer can expect next. After a reload only the server's data about the order is available. */
export function nextSteps({ patient }: Purchase, ordered: Ordered | null): string[] {
  if (ordered === null) return [texts.recorded];
  const { asks, values } = ordered;
  const isNew = asks.newPatient && values.create_patient;
  return [
    ...(isNew && patient ? [texts.newAccount(patient.name)] : []),
    ...(isNew && values.required_signature ? [texts.signatures] : []),
    ...(asks.shippingDate ? [texts.shipsOn(formatDay(values.shipping_date))] : []),
    ...(asks.quantity && !asks.shipping ? [texts.stored] : []),
    texts.recorded,
  ];
}
