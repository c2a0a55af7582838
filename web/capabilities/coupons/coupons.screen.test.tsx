import { Coupon, listCoupons } from '@vialkeep/contract/coupons.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { listProductOptions } from '@vialkeep/contract/products.ts';
import { answered, describeScreen } from '../../testing/describe-screen.ts';
import { memberOf } from '../../testing/people.ts';
import { sample } from '../../testing/sample.ts';
import { couponsTexts as texts } from './coupons.texts.ts';

describeScreen('CouponsScreen', {
  page: '/coupon-manager',
  as: memberOf(Plan.admin),
  answers: [
    answered(listCoupons, [sample(Coupon, { code: 'SPRING26', name: 'Spring offer' })]),
    answered(listProductOptions, []),
  ],
  reads: { route: listCoupons, waiting: texts.loading },
  empty: { answers: [answered(listCoupons, [])], shows: [texts.noneYet] },
  filled: ['SPRING26', 'Spring offer'],
});
