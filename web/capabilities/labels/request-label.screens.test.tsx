import { listOtherLabels } from '@vialkeep/contract/labels.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import {
  CenterTransaction,
  listCenterProcessingFees,
  listReferralProcessingFees,
} from '@vialkeep/contract/transactions.ts';
import { test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { memberOf } from '../../testing/people.ts';
import { labelsTexts } from './labels.texts.ts';

const texts = labelsTexts.requests;
const fee = buildSample(CenterTransaction, {
  id: 9001,
  patient: [
    {
      id: 2031,
      first_name: 'Ana',
      last_name: 'Whitfield',
      email: 'ana@vialkeep.test',
      date_joined: '2026-01-05T10:00:00Z',
    },
  ],
});
const center = {
  page: '/fedex-request-label',
  as: memberOf(Plan.harvestCenter),
  may: ['transactions.of_center', 'labels.request'],
};

describeScreen(
  'RequestLabelScreen',
  {
    ...center,
    answers: [answerWith(listCenterProcessingFees, [fee]), answerWith(listOtherLabels, [])],
    reads: { route: listCenterProcessingFees, waiting: texts.loading },
    empty: { answers: [answerWith(listCenterProcessingFees, [])], shows: [texts.noneYet] },
    filled: [texts.title, 'Ana Whitfield'],
  },
  () => {
    test('staff who act in no center have no rows and make no call for them', async () => {
      await openScreen({ ...center, as: memberOf(Plan.staff), may: [] });
      expectTexts(texts.noneYet);
      await expectAccessible();
    });
  },
);

describeScreen('RequestLabelRhcScreen', {
  page: '/fedex-request-label-rhc',
  as: memberOf(Plan.referralCenter),
  may: ['transactions.of_referral_center', 'labels.request'],
  answers: [answerWith(listReferralProcessingFees, [fee]), answerWith(listOtherLabels, [])],
  reads: { route: listReferralProcessingFees, waiting: texts.loading },
  empty: { answers: [answerWith(listReferralProcessingFees, [])], shows: [texts.noneYet] },
  filled: [texts.title, 'Ana Whitfield'],
});
