import {
  addCustomSiteAdmin,
  CustomSite,
  checkUp,
  configureCustomSite,
  createCustomSite,
  createDomainFile,
  createFolder,
  createSslFile,
  listCustomSites,
} from '@vialkeep/contract/custom-sites.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { BAR_EXIT_MS, ERROR_BAR_MS, SITE_CERTIFICATE_MS, SITE_LIVE_MS, SITE_STEP_MS } from '../../kernel/timings.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen } from '../../testing/open-screen.tsx';
import { chooseFile, expectProblemAt, fillFields, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { customSitesTexts as texts } from './custom-sites.texts.ts';

const visit = { page: '/custom-site-registration', as: memberOf(Plan.superAdmin), may: ['custom_sites.manage'] };
const site = buildSample(CustomSite, { id: 9, name: 'Clinic Nine', url: 'https://nine.test', host: 'nine.test' });
/** The first bytes say what kind of file it is. */
const PNG = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'logo.png', {
  type: 'image/png',
});

const typed = {
  [texts.form.firstName]: 'Rey',
  [texts.form.lastName]: 'Sol',
  [texts.form.email]: 'rey@nine.test',
  [texts.form.password]: 'coast-to-coast-1',
  [texts.form.name]: 'Clinic Nine',
  [texts.form.url]: 'https://nine.test',
  [texts.form.sender]: 'hello@nine.test',
};

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

    test('F157 a failed call of the wizard announces the documented text, and the next attempt resumes there', async () => {
      server.refuse(listCustomSites, 'unexpected');
      await openScreen(visit);
      expectTexts(texts.failed);
      server.answer(listCustomSites, []);
      await pressControl(texts.tryAgain);
      await fillFields(typed);
      await chooseFile(texts.form.logo, PNG);
      server.refuse(createCustomSite, 'unexpected');
      await pressControl(texts.form.submit);
      expectAnnounced('alert', texts.failed);

      const steps = [
        { route: configureCustomSite, adds: { configured: true } },
        { route: addCustomSiteAdmin, adds: { admin_email: 'rey@nine.test' } },
        { route: createFolder, adds: { folder_created: true } },
        { route: createDomainFile, adds: { domain_file_created: true } },
      ];
      server.answer(createCustomSite, buildSample(createCustomSite.answer, { id: 9, message: 'Created.' }));
      server.refuse(listCustomSites, 'unexpected');
      for (const { route } of steps) server.refuse(route, 'unexpected');
      await pressControl(texts.form.submit);
      expectTexts(texts.failed);
      let now = site;
      server.answer(listCustomSites, [now]);
      await pressControl(texts.tryAgain);
      for (const { route, adds } of steps) {
        await settleScreen();
        expectAnnounced('alert', texts.failed);
        expect([route.path, server.receivedCalls(route).length]).toEqual([route.path, 1]);
        server.answer(route, buildSample(route.answer));
        now = { ...now, ...adds };
        server.answer(listCustomSites, [now]);
        await settleScreen(ERROR_BAR_MS + BAR_EXIT_MS);
        await pressControl(texts.tryAgain);
        expect(server.receivedCalls(route)).toHaveLength(2);
      }

      await settleScreen(steps.length * SITE_STEP_MS);
      expectTexts(texts.dns.ask);
      server.refuse(checkUp, 'dns_unavailable');
      await pressControl(texts.dns.check);
      expectAnnounced('alert', texts.failed);
      await settleScreen(ERROR_BAR_MS + BAR_EXIT_MS);
      server.answer(checkUp, buildSample(checkUp.answer, { success: true, message: 'It is up.' }));
      server.answer(listCustomSites, [{ ...now, up: true }]);
      server.refuse(createSslFile, 'authority_unavailable');
      await pressControl(texts.dns.check);
      expectAnnounced('alert', texts.failed);
      server.answer(createSslFile, buildSample(createSslFile.answer));
      server.answer(listCustomSites, [{ ...now, up: true, certified: true }]);
      await pressControl(texts.tryAgain);
      await settleScreen(SITE_CERTIFICATE_MS + SITE_LIVE_MS);
      expectTexts(texts.live.done);
      await expectAccessible();
    });
  },
);
