import { BenchHome, readBenchHome } from '@vialkeep/contract/bench.ts';
import { listBenchLabs } from '@vialkeep/contract/lab-policy.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { expectNoTexts, expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server, shownAddress } from '../../../testing/open-screen.tsx';
import { pressControl } from '../../../testing/page-controls.ts';
import { memberOf } from '../../../testing/people.ts';
import { chooseLabTexts as texts } from './choose-lab.texts.ts';

const labs = listBenchLabs.answer.parse({
  results: [
    { id: 1003, name: 'Cascadia Cell Laboratory' },
    { id: 1002, name: 'Front Range Processing Lab' },
  ],
  count: 2,
});
const home = BenchHome.parse({
  lab_id: 1002,
  has_operators: false,
  shift: null,
  tiles: { to_receive: 1, in_process: 0, awaiting_release: 0, to_place: 0, to_pick: 0, deviations_open: 0 },
  last: null,
});
const visit = { page: '/bench', as: memberOf(Plan.admin), may: ['bench.use'] };

describeScreen(
  'ChooseLab',
  {
    ...visit,
    answers: [answerWith(listBenchLabs, labs)],
    reads: { route: listBenchLabs, waiting: texts.loading },
    filled: [texts.title, 'Cascadia Cell Laboratory', 'Front Range Processing Lab', '#1002'],
    empty: {
      answers: [answerWith(listBenchLabs, { results: [], count: 0 })],
      shows: [texts.none, texts.whyNone, texts.toUsers],
    },
  },
  () => {
    test.each(['/bench', '/bench/orders', '/bench/arrivals/new', '/bench/storage', '/bench/settings'])(
      'an administrator who opens %s without a lab chooses one',
      async (page) => {
        server.answer(listBenchLabs, labs);
        await openScreen({ ...visit, page });
        expectTexts(texts.title, 'Cascadia Cell Laboratory');
      },
    );

    test('the name of a lab opens the page with its bench, and what else the address says stays', async () => {
      server.answer(listBenchLabs, labs);
      server.answer(readBenchHome, home);
      await openScreen({ ...visit, address: '/bench?from=mail' });
      await pressControl('Front Range Processing Lab');
      expect(shownAddress()).toBe('/bench?from=mail&lab=1002');
      expectNoTexts(texts.title);
      expect(server.receivedCalls(readBenchHome)).toMatchObject([{ query: { lab_id: '1002' } }]);
    });

    test('an address whose lab is no number leads to the choice', async () => {
      server.answer(listBenchLabs, labs);
      await openScreen({ ...visit, address: '/bench?lab=all' });
      expectTexts(texts.title);
    });

    test('a lab opens its own bench without a choice', async () => {
      server.answer(readBenchHome, home);
      await openScreen({ ...visit, as: memberOf(Plan.lab) });
      expectNoTexts(texts.title);
      expect(server.receivedCalls(listBenchLabs)).toEqual([]);
    });
  },
);
