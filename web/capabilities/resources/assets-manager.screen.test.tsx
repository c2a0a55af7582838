import { Plan } from '@vialkeep/contract/plans.ts';
import { AdministeredAsset, listAssets } from '@vialkeep/contract/resources.ts';
import { answered, describeScreen } from '../../testing/describe-screen.ts';
import { memberOf } from '../../testing/people.ts';
import { sample } from '../../testing/sample.ts';
import { resourcesTexts } from './resources.texts.ts';

const texts = resourcesTexts.list;

describeScreen('AssetsManagerScreen', {
  page: '/assets-manager',
  as: memberOf(Plan.admin),
  answers: [answered(listAssets, [sample(AdministeredAsset, { asset_name: 'Shipping guide', membership_ids: '4' })])],
  reads: { route: listAssets, waiting: resourcesTexts.loading },
  empty: { answers: [answered(listAssets, [])], shows: [texts.noneYet] },
  filled: ['Shipping guide'],
});
