import { listCoupons, readCoupon } from '@vialkeep/contract/coupons.ts';
import { handle } from '../../kernel/http/handle.ts';
import { presentCoupon } from './coupons.present.ts';
import { administeredCoupon, administeredCoupons } from './coupons.queries.ts';

export const listCouponsHandler = handle(listCoupons, async ({ actor, db }) =>
  (await administeredCoupons(db, actor)).map(presentCoupon),
);

export const readCouponHandler = handle(readCoupon, async ({ actor, db, params }) =>
  presentCoupon(await administeredCoupon(db, actor, params.id)),
);
