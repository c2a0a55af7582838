import type { ProductId } from '@vialkeep/contract/products.ts';

/** The checkout path of a product; the two fees have their own screens. */
export function checkoutAddress(product: ProductId): string {
  if (product === 1) return '/harvest-center/checkout/processing-fee';
  if (product === 13) return '/harvest-center/checkout/harvest-fee';
  return `/harvest-center/checkout/product/${product}`;
}

/** The checkout path for patients who order their own vials. */
export const PATIENT_VIALS = '/checkout/patient-vials';
