import { BenchHome, readBenchHome } from '@vialkeep/contract/bench.ts';
import { DeviationDetails, readDeviation, TraceList } from '@vialkeep/contract/deviations.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { closeDeviation, recallDeviation } from '@vialkeep/contract/release.ts';
import { expect, test } from 'vitest';
import { benchTexts } from '../../components/bench/bench.texts.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { deviationTexts as texts } from './deviations.texts.ts';
import { filledTrace } from './sample-trace.ts';

const home = BenchHome.parse({
  lab_id: 1002,
  has_operators: true,
  shift: {
    operator: { id: 4, name: 'Nora Lindqvist', code: '0123-4567-Y', may_sign: true },
    until: '2026-03-02T14:20:00.000Z',
  },
  tiles: { to_receive: 0, in_process: 0, awaiting_release: 0, to_place: 0, to_pick: 0, deviations_open: 1 },
  last: null,
});
const open = DeviationDetails.parse({
  id: 7,
  title: 'Cracked lids',
  is_drill: false,
  source: { kit_lot: 2 },
  source_words: 'Kit lot HK-2411 (Harvest kit)',
  state: 'open',
  opened_at: '2026-01-06T09:00:00.000Z',
  closed_at: null,
  lab_id: 1002,
  text: 'Three lids were cracked.',
  risk: null,
  conclusion: '',
  signature: null,
  trace: filledTrace,
  recalled: { vials: 0, quarantined: 0, letters: 0 },
  may: ['recall', 'close'],
});
const closed = DeviationDetails.parse({
  ...open,
  state: 'closed',
  closed_at: '2026-01-07T09:00:00.000Z',
  risk: 'none',
  conclusion: 'The lids were fine.',
  signature: { id: 5, printed_name: 'Nora Lindqvist', meaning: 'closed', signed_at: '2026-01-07T09:00:00.000Z' },
  may: [],
});
const visit = {
  page: '/bench/deviations/$id',
  address: '/bench/deviations/7',
  as: memberOf(Plan.lab),
  may: ['bench.use'],
};
const loaded = [answerWith(readDeviation, open), answerWith(readBenchHome, home)];

describeScreen(
  'DeviationScreen',
  {
    ...visit,
    answers: loaded,
    reads: { route: readDeviation, waiting: texts.loading, failed: texts.failed },
    filled: ['Cracked lids', 'Kit lot HK-2411 (Harvest kit)', '300 vials', texts.quarantine],
  },
  () => {
    test('each count opens its rows', async () => {
      for (const answer of loaded) answer(server);
      await openScreen(visit);
      for (const list of TraceList.options) {
        await pressControl(
          texts.countOf(list === 'vials' ? 300 : 1, list === 'vials' ? '300' : '1', texts.counted[list]),
        );
        if (list === 'vials') expectTexts('K7QM-4TXD-9', 'North Clinic (#1004)', '7946', texts.firstOnly('1', '300'));
        if (list === 'lots') expectTexts('HK-2411', texts.yes);
        await expectAccessible();
      }
    });

    test('a recall puts all into quarantine, and writes to the clinics', async () => {
      for (const answer of loaded) answer(server);
      server.answer(recallDeviation, { vials: 300, quarantined: 299, shipped: 1, clinics: 1, letters: 0 });
      await openScreen(visit);
      await pressControl(texts.quarantine);
      expectAnnounced('status', texts.done(299, 0));
      await pressControl(texts.notify);
      expect(server.receivedCalls(recallDeviation)).toMatchObject([
        { body: { quarantine: true, notify: false } },
        { body: { quarantine: false, notify: true } },
      ]);
    });

    test('it is closed by a signature with risk and conclusion', async () => {
      for (const answer of loaded) answer(server);
      server.answer(closeDeviation, closed);
      await openScreen(visit);
      await pressControl(texts.risks.none);
      await fillFields({ [texts.conclusionAsked]: 'The lids were fine.', [benchTexts.sign.pin]: '246810' });
      await pressControl(texts.sign);
      expect(server.receivedCalls(closeDeviation)).toMatchObject([
        { body: { risk: 'none', conclusion: 'The lids were fine.', signature: { pin: '246810' } } },
      ]);
    });

    test('a closed one shows its signature and has no actions', async () => {
      server.answer(readDeviation, closed);
      await openScreen(visit);
      expectTexts('The lids were fine.', 'Signed by Nora Lindqvist, closed,');
      expect(hasControl(texts.quarantine)).toBe(false);
    });

    test('a drill is striped, says that nothing is held, and has one button', async () => {
      server.answer(readDeviation, { ...open, is_drill: true });
      server.answer(readBenchHome, home);
      await openScreen(visit);
      expectTexts(texts.drillBand, texts.drillTitle(7));
      expect([hasControl(texts.drillRecall), hasControl(texts.quarantine)]).toEqual([true, false]);
      await expectAccessible();
    });
  },
);
