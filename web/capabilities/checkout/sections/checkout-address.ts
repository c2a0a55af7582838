import type { ProductId } from '@vialkeep/contract/products.ts';

/** Where a product is paid: the two fees have screens of their own. */
export function checkoutAddress(product: ProductId): string {
  if (product === 1) return '/harvest-center/checkout/processing-fee';
  if (product === 13) return '/harvest-center/checkout/harvest-fee';
  return `/harvest-center/checkout/product/${product}`;
}

/** Where patients pay for vials of their own. */
export const PATIENT_VIALS = '/checkout/patient-vials';
