import { ProductId } from '@vialkeep/contract/products.ts';
import type { Db } from '../../kernel/db/db.ts';

/** A product with the amounts that a quote needs. */
export type ProductForSale = {
  readonly id: ProductId;
  readonly name: string;
  readonly description: string;
  readonly priceCents: number;
  readonly shippingFeeCents: number;
};

export async function productForSale(db: Db, id: ProductId): Promise<ProductForSale> {
  const row = await products(db).where('id', '=', id).executeTakeFirstOrThrow();
  return buildProductForSale(row);
}

export async function productsForSale(db: Db): Promise<ProductForSale[]> {
  const rows = await products(db).orderBy('id').execute();
  return rows.map(buildProductForSale);
}

function products(db: Db) {
  return db.selectFrom('products').select(['id', 'name', 'description', 'price_cents', 'shipping_fee_cents']);
}

type Row = { id: number; name: string; description: string; price_cents: number; shipping_fee_cents: number };

function buildProductForSale({ id, name, description, price_cents, shipping_fee_cents }: Row): ProductForSale {
  return {
    id: ProductId.parse(id),
    name,
    description,
    priceCents: price_cents,
    shippingFeeCents: shipping_fee_cents,
  };
}
