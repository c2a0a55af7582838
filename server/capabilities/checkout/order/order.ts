import { type checkOut, type checkOutOwnVials, OrderAddress } from '@vialkeep/contract/checkout.ts';
import { CouponId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { Received } from '@vialkeep/contract/kernel/route.ts';
import { ProductId } from '@vialkeep/contract/products.ts';
import { z } from 'zod';

type OwnVials = Received<typeof checkOutOwnVials>['body'];

/** The order as the buyer sent it. */
export type OrderRequest = OwnVials & Partial<Received<typeof checkOut>['body']>;

/** The order as the server built it: all data that fulfilment needs, and no card data. */
export const Order = z.object({
  product: z.object({ id: ProductId, name: z.string() }),
  quote: z.object({
    price: z.int(),
    quantity: z.int(),
    shippingFee: z.int(),
    harvestFee: z.int(),
    discount: z.int(),
    total: z.int(),
  }),
  coupon: z.object({ id: CouponId, code: z.string() }).nullable(),
  centerId: UserId.nullable(),
  referralCenterId: UserId.nullable(),
  staffId: UserId.nullable(),
  templateId: z.string().nullable().default(null),
  patientId: UserId.nullable(),
  newPatient: z
    .object({ first_name: z.string(), last_name: z.string(), email: z.string(), phone_number: z.string() })
    .nullable(),
  wantsSignatures: z.boolean(),
  chain: z.object({
    repId: z.int().nullable(),
    managerId: z.int().nullable(),
    distributorId: z.int().nullable(),
    affiliateId: z.int().nullable().default(null),
  }),
  description: z.string(),
  billing: OrderAddress,
  shipping: OrderAddress.nullable(),
  shippingDate: z.string().nullable(),
  /** The lab that reserves vials for this order before the card is charged. */
  reservingLabId: UserId.nullable().default(null),
  receiptEmail: z.string(),
});
export type Order = z.infer<typeof Order>;
