import type { ProductId } from '@vialkeep/contract/products.ts';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo, type PageLink } from '../../../kernel/navigation/link-to.ts';

/** The checkout of a product; the two fees have their own screens. */
export function checkoutLink(product: ProductId): PageLink {
  if (product === 1) return linkTo(addresses.processingFee);
  if (product === 13) return linkTo(addresses.referralFee);
  return linkTo(addresses.product, { id: product });
}
