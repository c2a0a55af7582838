import { Plan } from '@vialkeep/contract/plans.ts';
import { type ProductId, productRules } from '@vialkeep/contract/products.ts';

export type Buyer = 'center' | 'referral-center' | 'patient';

/** The fields that a checkout asks for; they depend on the buyer and the product. */
export type Asks = {
  productId: ProductId;
  buyer: Buyer;
  /** A fee can register a new patient. */
  newPatient: boolean;
  /** Goods can be for a patient of the center. */
  patient: 'required' | 'optional' | null;
  quantity: boolean;
  shipping: boolean;
  shippingDate: boolean;
  /** A referral fee asks for the harvest center and for the harvest fee. */
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
