import { Plan } from '@vialkeep/contract/plans.ts';
import { listSubscriptionAssets, SubscriptionAsset } from '@vialkeep/contract/resources.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { memberOf } from '../../testing/people.ts';
import { resourcesTexts } from './resources.texts.ts';

const texts = resourcesTexts.center;

describeScreen('ResourceCenterScreen', {
  page: '/resource-center',
  as: memberOf(Plan.harvestCenter),
  answers: [
    answerWith(listSubscriptionAssets, [
      buildSample(SubscriptionAsset, { asset_name: 'Shipping guide', sections: [{ id: 1, url: '/dashboard' }] }),
    ]),
  ],
  reads: { route: listSubscriptionAssets, waiting: resourcesTexts.loading },
  empty: { answers: [answerWith(listSubscriptionAssets, [])], shows: [texts.noneYet] },
  filled: ['Shipping guide'],
});
