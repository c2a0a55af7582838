import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { readProduct } from '@vialkeep/contract/products.ts';
import { handle } from '../../kernel/http/handle.ts';
import { productForSale } from './products.queries.ts';

export const readProductHandler = handle(readProduct, async ({ db, params }) => {
  const { id, name, description, priceCents, shippingFeeCents } = await productForSale(db, params.id);
  return { id, name, description, price: dollarsOf(priceCents), shipping_fee: dollarsOf(shippingFeeCents) };
});
