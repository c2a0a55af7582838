import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { AdministeredAsset, deleteAsset, listAssets } from '@vialkeep/contract/resources.ts';
import { test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { resourcesTexts } from './resources.texts.ts';

const texts = resourcesTexts.list;

const visit = { page: '/assets-manager', as: memberOf(Plan.admin) };
const asset = buildSample(AdministeredAsset, { asset_name: 'Shipping guide', membership_ids: '4' });

describeScreen(
  'AssetsManagerScreen',
  {
    ...visit,
    answers: [answerWith(listAssets, [asset])],
    reads: { route: listAssets, waiting: resourcesTexts.loading },
    empty: { answers: [answerWith(listAssets, [])], shows: [texts.noneYet] },
    filled: ['Shipping guide'],
  },
  () => {
    test('an asset that another administrator has removed is refused in a dialog', async () => {
      server.answer(listAssets, [asset]);
      server.refuse(deleteAsset, 'not_found');
      await openScreen(visit);
      await pressControl(texts.remove('Shipping guide'));
      await expectAccessible();
      await pressControl(resourcesTexts.remove.confirm);
      expectTexts(commonRefusals.not_found.message);
      await expectAccessible();
    });

    test('F146 an asset lists its memberships by name, and a part that it does not have as not available', async () => {
      server.answer(listAssets, [{ ...asset, membership_ids: '3,11' }]);
      await openScreen(visit);
      expectTexts('Sales Rep', 'Sales Affiliate', 'N/A');
    });
  },
);
