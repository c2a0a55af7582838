import { Plan } from '@vialkeep/contract/plans.ts';
import { listSubscriptionAssets, SubscriptionAsset } from '@vialkeep/contract/resources.ts';
import { answered, describeScreen } from '../../testing/describe-screen.ts';
import { memberOf } from '../../testing/people.ts';
import { sample } from '../../testing/sample.ts';
import { resourcesTexts } from './resources.texts.ts';

const texts = resourcesTexts.center;

describeScreen('ResourceCenterScreen', {
  page: '/resource-center',
  as: memberOf(Plan.harvestCenter),
  answers: [
    answered(listSubscriptionAssets, [
      sample(SubscriptionAsset, { asset_name: 'Shipping guide', sections: [{ id: 1, url: '/dashboard' }] }),
    ]),
  ],
  reads: { route: listSubscriptionAssets, waiting: resourcesTexts.loading },
  empty: { answers: [answered(listSubscriptionAssets, [])], shows: [texts.noneYet] },
  filled: ['Shipping guide'],
});
