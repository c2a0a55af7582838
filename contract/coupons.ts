import { z } from 'zod';
import { CenterName } from './centers.ts';
import { CouponId, CouponIdInPath, DomainId, UserId, Version } from './kernel/ids.ts';
import { joinedNumbers } from './kernel/joined-numbers.ts';
import { dollars } from './kernel/money.ts';
import { orEmpty } from './kernel/or-empty.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText, text } from './kernel/text.ts';
import { ProductId, productIds } from './products.ts';
import { Quantity } from './quote.ts';

const MOST_USES = 1_000_000;

/** 1 or 0, or the words for them (C-35). */
const Status = z
  .union([z.boolean('Choose a status.'), z.literal([0, 1, '0', '1'], 'Choose a status.')], 'Choose a status.')
  .transform((given) => given === true || Number(given) === 1);

/** An empty list means every product (C-35). */
const ProductIds = joinedNumbers(productIds.length, 'Choose products.')
  .transform((ids) => ids.toSorted((a, b) => a - b))
  .refine((ids) => ids.every((id) => ProductId.safeParse(id).success), 'Choose products by their ids.')
  .transform((ids) => ids.map((id) => ProductId.parse(id)));

/** The fields of the coupon form. */
export const CouponDetails = z.object({
  name: requiredText('Coupon Name', 100),
  code: requiredText('Code', 50),
  max_use_number: z
    .number('Max Use is required.')
    .int('Enter a whole number.')
    .min(0, 'Enter 0 or more.')
    .max(MOST_USES, `Enter ${MOST_USES} or less.`),
  discount_amount: dollars('Amount Discount').refine((cents) => cents > 0, 'Enter more than 0.'),
  status: Status,
  product_ids: ProductIds.optional(),
  harvest_center: orEmpty(UserId, 'Choose a harvest center.').optional(),
  domain: orEmpty(DomainId, 'Choose a domain.').optional(),
});
export type CouponDetails = z.infer<typeof CouponDetails>;

/** A code that takes a fixed amount off a purchase. A coupon without a domain is valid on every site (S-31). */
export const Coupon = z.object({
  id: CouponId,
  name: z.string(),
  code: z.string(),
  /** 0 means no limit. */
  max_use_number: z.number().int(),
  used_number: z.number().int(),
  discount_amount: z.number(),
  status: z.boolean(),
  product_ids: z.string(),
  harvest_center: UserId.nullable(),
  hc_desc: z.array(CenterName),
  domain: DomainId.nullable(),
  domain_info: z.object({ name: z.string() }),
  /** Increases with every change; the form sends back the version that it was filled from. */
  version: z.number().int(),
});
export type Coupon = z.infer<typeof Coupon>;

const about = z.object({ id: CouponIdInPath });

export const listCoupons = route({
  method: 'GET',
  path: '/api/admin/coupon-codes/',
  summary: 'Coupon codes, the active ones first',
  access: 'coupons.administer',
  answer: z.array(Coupon),
});

export const readCoupon = route({
  method: 'GET',
  path: '/api/admin/coupon-codes/:id/',
  summary: 'One coupon code',
  access: 'coupons.administer',
  params: about,
  answer: Coupon,
});

const detailRefusals = {
  code_in_use: refusal(400, 'Coupon code already exists.'),
  unknown_domain: refusal(400, 'Choose a domain.'),
  unknown_center: refusal(400, 'Choose a harvest center of this domain.'),
};

/** A new coupon is active and has no limit unless the body says otherwise (F145). */
export const createCoupon = route({
  method: 'POST',
  path: '/api/v1/coupon-codes/',
  summary: 'Add a coupon code',
  access: 'coupons.administer',
  body: CouponDetails.extend({
    max_use_number: CouponDetails.shape.max_use_number.default(0),
    status: Status.default(true),
  }),
  answer: Coupon,
  refusals: detailRefusals,
});

export const updateCoupon = route({
  method: 'PUT',
  path: '/api/admin/coupon-codes/:id/',
  summary: 'Change a coupon code',
  access: 'coupons.administer',
  params: about,
  body: CouponDetails.extend({ version: Version.optional() }),
  answer: Coupon,
  refusals: {
    ...detailRefusals,
    used_more_often: refusal(409, 'This coupon has been used more often than that.'),
    changed_meanwhile: refusal(409, 'Somebody else changed this coupon. Look at it once more and save again.'),
  },
});

/** Makes the coupon unusable and frees its code; purchases made with it keep their reference. */
export const removeCoupon = route({
  method: 'DELETE',
  path: '/api/admin/coupon-codes/:id/',
  summary: 'Remove a coupon code',
  access: 'coupons.administer',
  params: about,
  answer: z.object({ success: z.literal(true), message: z.string() }),
});

/**
 * A code that is not valid here is answered with 200 as well (U-17). `discount` is what the code takes off this
 * purchase; `amount` is the most it can take off, for a summary whose quantity still changes.
 */
export const validateCoupon = route({
  method: 'POST',
  path: '/api/v1/coupon-codes/validate-code/',
  summary: 'Whether a coupon code counts for a purchase, and how much it takes off',
  access: 'coupons.validate',
  body: z.object({
    code: text(50),
    product_id: z.number('Choose a product.').int('Choose a product.'),
    harvest_center_id: orEmpty(UserId, 'Choose a harvest center.').optional(),
    product_quantity: Quantity.default(1),
    harvest_fee: z.enum(['yes', 'no']).default('no'),
  }),
  answer: z.object({
    success: z.boolean(),
    discount: z.number(),
    amount: z.number(),
    coupon_id: CouponId.nullable(),
    code: z.string(),
  }),
});
