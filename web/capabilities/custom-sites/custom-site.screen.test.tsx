import { CustomSite, listCustomSites } from '@vialkeep/contract/custom-sites.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { test } from 'vitest';
import { answered, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { memberOf } from '../../testing/people.ts';
import { sample } from '../../testing/sample.ts';
import { customSitesTexts as texts } from './custom-sites.texts.ts';

const visit = { page: '/custom-site-registration', as: memberOf(Plan.superAdmin), may: ['custom_sites.manage'] };
const site = sample(CustomSite, { id: 9, name: 'Clinic Nine', url: 'https://nine.test', host: 'nine.test' });

describeScreen(
  'CustomSiteScreen',
  {
    ...visit,
    answers: [answered(listCustomSites, [site])],
    reads: { route: listCustomSites, waiting: texts.loading, failed: texts.failed },
    empty: { answers: [answered(listCustomSites, [])], shows: [texts.form.admin, texts.form.settings] },
    filled: [texts.title, 'Clinic Nine', texts.begun.unfinished],
  },
  () => {
    test('the address of a registration opens it at its present step', async () => {
      server.answer(listCustomSites, [site]);
      await openScreen({ ...visit, address: '/custom-site-registration?site=9' });
      expectTexts(texts.begun.another, 'nine.test');
      await expectAccessible();
    });
  },
);
