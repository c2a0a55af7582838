import {
  IconFirstAidKit,
  IconNeedle,
  IconPackages,
  IconPresentation,
  IconReceipt2,
  IconTestPipe,
  IconTruckDelivery,
} from '@tabler/icons-react';
import { type ProductId, productsFor } from '@vialkeep/contract/products.ts';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo } from '../../../kernel/navigation/link-to.ts';
import { useUser } from '../../../kernel/session/session.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { checkoutTexts } from '../checkout.texts.ts';
import { CheckoutButtons } from '../checkout-buttons.tsx';
import { checkoutLink } from './checkout-link.ts';

const icons: Record<ProductId, typeof IconNeedle> = {
  1: IconReceipt2,
  2: IconTestPipe,
  3: IconFirstAidKit,
  8: IconNeedle,
  9: IconPackages,
  10: IconPackages,
  11: IconTruckDelivery,
  12: IconPresentation,
  13: IconReceipt2,
  14: IconTestPipe,
};

/** The checkouts of a center or a referral center (F045, F046). */
export function PaymentsCard() {
  const { subscription } = useUser();
  const { title, buttons } = checkoutTexts.payments;
  return (
    <Card title={title}>
      <CheckoutButtons
        label={title}
        buttons={productsFor(subscription.id).map((id) => ({
          label: buttons[id],
          to: checkoutLink(id),
          icon: icons[id],
        }))}
      />
    </Card>
  );
}

/** The checkout for users who order vials for themselves (F048). */
export function CheckoutVialsCard() {
  const { title, button } = checkoutTexts.vials;
  return (
    <Card title={title}>
      <CheckoutButtons
        label={title}
        buttons={[{ label: button, to: linkTo(addresses.patientVials), icon: IconTestPipe }]}
      />
    </Card>
  );
}
