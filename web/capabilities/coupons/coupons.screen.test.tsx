import {
  Coupon,
  createCoupon,
  listCoupons,
  readCoupon,
  removeCoupon,
  updateCoupon,
} from '@vialkeep/contract/coupons.ts';
import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { listProductOptions } from '@vialkeep/contract/products.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { expectProblemAt, fieldLabelled, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { couponName } from './coupon-labels.ts';
import { couponsTexts as texts } from './coupons.texts.ts';

const visit = { page: '/coupon-manager', as: memberOf(Plan.admin) };
const coupon = buildSample(Coupon, { code: 'SPRING26', name: 'Spring offer', discount_amount: 25 });

describeScreen(
  'CouponsScreen',
  {
    ...visit,
    answers: [answerWith(listCoupons, [coupon]), answerWith(listProductOptions, [])],
    reads: { route: listCoupons, waiting: texts.loading },
    empty: { answers: [answerWith(listCoupons, [])], shows: [texts.noneYet] },
    filled: ['SPRING26', 'Spring offer'],
  },
  () => {
    test('F145 a code that exists already is refused at its field', async () => {
      const { message } = updateCoupon.refusals.code_in_use;
      server.answer(listCoupons, [coupon]);
      server.answer(listProductOptions, []);
      server.answer(readCoupon, coupon);
      server.answer(listDomains, []);
      server.refuse(updateCoupon, 'code_in_use', { fields: { code: message } });
      await openScreen(visit);
      await pressControl(texts.edit(couponName(coupon)));
      await expectAccessible();
      await pressControl(texts.form.submit);
      expectProblemAt(texts.form.code, message);
      await expectAccessible();
    });

    test('a coupon that another administrator has removed is refused in a dialog', async () => {
      server.answer(listCoupons, [coupon]);
      server.answer(listProductOptions, []);
      server.refuse(removeCoupon, 'not_found');
      await openScreen(visit);
      await pressControl(texts.remove(couponName(coupon)));
      expectTexts(texts.removal.question);
      await pressControl(texts.removal.confirm);
      expectTexts(commonRefusals.not_found.message);
      await expectAccessible();
    });

    test('F145 the empty form of a new coupon is active, unlimited and not sent without its required fields', async () => {
      server.answer(listCoupons, [coupon]);
      server.answer(listProductOptions, []);
      server.answer(listDomains, []);
      await openScreen(visit);
      await pressControl(texts.add);
      expect(fieldLabelled(texts.form.status).value).toBe(texts.active);
      expect(fieldLabelled(texts.form.maxUse).value).toBe('0');
      expectTexts(texts.form.nameHelp, texts.form.domainHelp, texts.form.codeHelp, texts.form.maxUseHelp);
      await pressControl(texts.form.submit);
      for (const label of [texts.form.name, texts.form.code, texts.form.discount]) {
        expectProblemAt(label, `${label} is required.`);
      }
      expect(server.receivedCalls(createCoupon)).toEqual([]);
      await expectAccessible();
    });
  },
);
