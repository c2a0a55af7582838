import { ProductId } from '@vialkeep/contract/products.ts';
import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';

/** A product with the amounts that a quote needs. */
export type ProductForSale = {
  readonly id: ProductId;
  readonly name: string;
  readonly description: string;
  readonly priceCents: number;
  readonly shippingFeeCents: number;
};

export async function productForSale(db: Db, id: ProductId): Promise<ProductForSale> {
  const row = await selectProduct(db).where('id', '=', id).executeTakeFirstOrThrow();
  return buildProductForSale(row);
}

export async function productsForSale(db: Db): Promise<ProductForSale[]> {
  const rows = await selectProduct(db).orderBy('id').execute();
  return rows.map(buildProductForSale);
}

/** Selects products for `buildProductForSale`, also within a larger statement. */
export function selectProduct(db: Pick<ExpressionBuilder<Tables, never>, 'selectFrom'>) {
  return db.selectFrom('products').select(['id', 'name', 'description', 'price_cents', 'shipping_fee_cents']);
}

type Row = { id: number; name: string; description: string; price_cents: number; shipping_fee_cents: number };

export function buildProductForSale({ id, name, description, price_cents, shipping_fee_cents }: Row): ProductForSale {
  return {
    id: ProductId.parse(id),
    name,
    description,
    priceCents: price_cents,
    shippingFeeCents: shipping_fee_cents,
  };
}
