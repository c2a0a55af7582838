import { listOwnAccess, OwnAccess } from '@vialkeep/contract/access-records.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { accessTexts as texts } from '../../components/access/access.texts.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';

const visit = { page: '/who-saw-my-record', as: memberOf(Plan.generalMember) };
const opened = buildSample(OwnAccess, {
  at: '2026-11-12T14:02:00.000Z',
  who: 'Nora Stein',
  company: 'Stein Regenerative Clinic',
  acting_for: null,
  reason: null,
  what: 'record',
});
const acting = {
  ...opened,
  who: 'Ada Admin',
  company: '',
  acting_for: 'Stein Regenerative Clinic',
  reason: 'Asked by phone',
  at: '2026-11-11T09:30:00.000Z',
};

describeScreen(
  'WhoSawMyRecordScreen',
  {
    ...visit,
    answers: [answerWith(listOwnAccess, { results: [opened, acting], count: 2 })],
    reads: { route: listOwnAccess, waiting: texts.loading, failed: texts.failed },
    empty: { answers: [answerWith(listOwnAccess, { results: [], count: 0 })], shows: [texts.empty, texts.foot] },
    filled: [
      texts.title,
      '12 Nov 2026',
      'Stein Regenerative Clinic · opened your record · 14:02',
      '11 Nov 2026',
      'Ada Admin, in the account of Stein Regenerative Clinic · opened your record · 09:30',
      'Reason: Asked by phone',
      texts.foot,
    ],
  },
  () => {
    test('each line has a link that writes to the support about it', async () => {
      server.answer(listOwnAccess, { results: [opened], count: 1 });
      await openScreen(visit);
      const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent?.startsWith(texts.ask));
      expect(decodeURIComponent(link?.href ?? '')).toContain('Stein Regenerative Clinic · opened your record · 14:02');
    });

    test('a long list is read in pages', async () => {
      server.answer(listOwnAccess, { results: [opened], count: 120 });
      await openScreen(visit);
      await pressControl('Page 2');
      expect(server.receivedCalls(listOwnAccess).at(-1)).toMatchObject({ query: { offset: '50' } });
      expectTexts('Page 2 of 3');
      await expectAccessible();
    });
  },
);
