import { z } from 'zod';
import { route } from './kernel/route.ts';
import { buyingCenters, Plan, plans, VIALS_TAG } from './plans.ts';

/** The documents fix these ids; screens, rules and buttons depend on them. */
export const productIds = [1, 2, 3, 8, 9, 10, 11, 12, 13, 14] as const;
export const ProductId = z.literal(productIds, 'Choose a product.');
export type ProductId = z.infer<typeof ProductId>;
export const ProductIdInPath = z
  .string()
  .regex(/^[1-9]\d?$/, 'Choose a product.')
  .transform(Number)
  .pipe(ProductId);

export type ProductRules = {
  /** A purchase without a patient is refused. */
  readonly needsPatient: boolean;
  /** The documented payload calls this shipping_fee 'yes' or 'no' (U-22). */
  readonly isShipped: boolean;
  /** True where the buyer chooses a quantity; a fee is paid once. */
  readonly isCounted: boolean;
  /** The buyer may add the harvest fee. */
  readonly takesHarvestFee: boolean;
};

const goods: ProductRules = { needsPatient: false, isShipped: true, isCounted: true, takesHarvestFee: false };

export const productRules: Readonly<Record<ProductId, ProductRules>> = {
  1: { ...goods, isCounted: false },
  2: { ...goods, needsPatient: true },
  3: goods,
  8: goods,
  9: goods,
  10: goods,
  11: goods,
  12: goods,
  13: { ...goods, isCounted: false, takesHarvestFee: true },
  14: { ...goods, needsPatient: true, isShipped: false },
};

const boughtByCenters: Record<(typeof buyingCenters)[number], readonly ProductId[]> = {
  [Plan.harvestCenter]: [1, 2, 14, 3, 8, 9, 10, 11, 12],
  [Plan.referralCenter]: [13, 2, 14, 12],
};

/**
 * The products that accounts of a plan can buy, in the order of the buttons on their dashboard. All plans but centers
 * also need tag 1.
 */
export function productsFor(plan: Plan): readonly ProductId[] {
  const center = buyingCenters.find((one) => one === plan);
  return center === undefined ? [2] : boughtByCenters[center];
}

/** The plans that order vials for themselves, once they have tag 1 (C-11). */
export const orderingPlans: readonly Plan[] = plans.filter((plan) => !buyingCenters.some((center) => center === plan));

/** The products that a lab sends out of its boxes: vials, and the pre-order of vials. */
export const VIAL_PRODUCTS: readonly ProductId[] = [2, 14];

export const ORDERS_VIALS = VIALS_TAG;

/** Prices are dollars, as everywhere on the wire. */
export const Product = z.object({
  id: ProductId,
  name: z.string(),
  description: z.string(),
  price: z.number(),
  shipping_fee: z.number(),
});
export type Product = z.infer<typeof Product>;

export const readProduct = route({
  method: 'GET',
  path: '/api/v1/products/:id/',
  summary: 'A product with its price and shipping fee',
  access: 'products.read',
  params: z.object({ id: ProductIdInPath }),
  answer: Product,
});

export const ProductOption = z.object({ value: ProductId, label: z.string(), name: z.string() });
export type ProductOption = z.infer<typeof ProductOption>;

export const listProductOptions = route({
  method: 'GET',
  path: '/api/admin/products/list-all-options/',
  summary: 'The products to choose from',
  access: 'products.choose',
  answer: z.array(ProductOption),
});
