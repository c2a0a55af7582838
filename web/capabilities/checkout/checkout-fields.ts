import { Plan } from '@vialkeep/contract/plans.ts';
import { type ProductId, productRules } from '@vialkeep/contract/products.ts';

export type Buyer = 'center' | 'referral-center' | 'patient';

/** What a checkout asks for. It follows from who buys what. */
export type Asks = {
  productId: ProductId;
  buyer: Buyer;
  /** A fee may bring a new patient. */
  newPatient: boolean;
  /** Goods may be for a patient of the center's. */
  patient: 'required' | 'optional' | null;
  quantity: boolean;
  shipping: boolean;
  shippingDate: boolean;
  /** A referral fee: at which center, and with the harvest fee or without. */
  referral: boolean;
};

export function checkoutFieldsFor(productId: ProductId, plan: Plan): Asks {
  const { isCounted, isShipped, needsPatient, takesHarvestFee } = productRules[productId];
  const buyer = buyerOf(plan);
  const isCenter = buyer !== 'patient';
  return {
    productId,
    buyer,
    newPatient: isCenter && !isCounted,
    patient: isCenter && isCounted ? (needsPatient ? 'required' : 'optional') : null,
    quantity: isCounted,
    shipping: isShipped,
    shippingDate: isCounted && isShipped,
    referral: takesHarvestFee,
  };
}

function buyerOf(plan: Plan): Buyer {
  if (plan === Plan.harvestCenter) return 'center';
  return plan === Plan.referralCenter ? 'referral-center' : 'patient';
}
