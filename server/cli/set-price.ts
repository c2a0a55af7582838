import { centsFrom, formatCents } from '@vialkeep/contract/kernel/money.ts';
import { ProductId } from '@vialkeep/contract/products.ts';
import { productsForSale, setPrice } from '../capabilities/products/index.ts';
import { actorlessContext } from '../kernel/session/actor.ts';
import { withServices } from './with-services.ts';

const [product, price, shippingFee] = process.argv.slice(2);

/**
 * `npm run set-price -- 3 295.00 25.00`: sets the price and the shipping fee of a product. Without arguments, it prints
 * the price list.
 */
await withServices(async ({ store, domains }) => {
  if (product !== undefined) {
    const productId = ProductId.safeParse(Number(product)).data;
    const priceCents = centsFrom(price ?? '');
    const shippingFeeCents = shippingFee === undefined ? undefined : centsFrom(shippingFee);
    if (productId === undefined || !priceCents || shippingFeeCents === null || (productId === 14 && shippingFeeCents)) {
      console.error('Say what: npm run set-price -- PRODUCT DOLLARS [SHIPPING-DOLLARS]. Product 14 is not shipped.');
      return 1;
    }
    const main = await domains.main();
    await store.write('platform', actorlessContext('set-price'), (work) =>
      setPrice(work, main.id, { productId, priceCents, shippingFeeCents }),
    );
  }
  for (const { id, name, priceCents, shippingFeeCents } of await productsForSale(store.read('platform'))) {
    const prices = `${formatCents(priceCents).padStart(14)} ${formatCents(shippingFeeCents).padStart(10)}`;
    console.log(`${String(id).padStart(2)} ${prices}  ${name}`);
  }
  return 0;
});
