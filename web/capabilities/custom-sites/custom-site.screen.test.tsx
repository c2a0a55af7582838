import { CustomSite, listCustomSites } from '@vialkeep/contract/custom-sites.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { expectProblemAt, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { customSitesTexts as texts } from './custom-sites.texts.ts';

const visit = { page: '/custom-site-registration', as: memberOf(Plan.superAdmin), may: ['custom_sites.manage'] };
const site = buildSample(CustomSite, { id: 9, name: 'Clinic Nine', url: 'https://nine.test', host: 'nine.test' });

describeScreen(
  'CustomSiteScreen',
  {
    ...visit,
    answers: [answerWith(listCustomSites, [site])],
    reads: { route: listCustomSites, waiting: texts.loading, failed: texts.failed },
    empty: { answers: [answerWith(listCustomSites, [])], shows: [texts.form.admin, texts.form.settings] },
    filled: [texts.title, 'Clinic Nine', texts.begun.unfinished],
  },
  () => {
    test('the address of a registration opens it at its present step', async () => {
      server.answer(listCustomSites, [site]);
      await openScreen({ ...visit, address: '/custom-site-registration?site=9' });
      expectTexts(texts.begun.another, 'nine.test');
      await expectAccessible();
    });

    test('an empty form is not sent and each required field says so', async () => {
      server.answer(listCustomSites, []);
      await openScreen(visit);
      await pressControl(texts.form.submit);
      expectProblemAt(texts.form.name, 'required');
      expectProblemAt(texts.form.sender, 'required');
      await expectAccessible();
    });
  },
);
