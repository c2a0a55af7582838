import { Deviation, DeviationDetails, listDeviations, openDeviation } from '@vialkeep/contract/deviations.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, shownAddress } from '../../testing/open-screen.tsx';
import { fillFields, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { deviationsTexts as texts } from './deviations.texts.ts';
import { emptyTrace } from './sample-trace.ts';

const facts = {
  id: 7,
  title: 'Cracked lids',
  is_drill: true,
  source: { lab_day: '2026-01-05' },
  source_words: 'All of 5 Jan 2026',
  state: 'open' as const,
  opened_at: '2026-01-06T09:00:00.000Z',
  closed_at: null,
};
const deviation = Deviation.parse(facts);
const details = DeviationDetails.parse({
  ...facts,
  lab_id: 1002,
  text: '',
  risk: null,
  conclusion: '',
  signature: null,
  trace: emptyTrace,
  recalled: { vials: 0, quarantined: 0, letters: 0 },
  may: ['recall', 'close'],
});
const visit = { page: '/bench/deviations', as: memberOf(Plan.lab), may: ['bench.use'] };

describeScreen(
  'DeviationsScreen',
  {
    ...visit,
    answers: [answerWith(listDeviations, { results: [deviation], count: 1 })],
    reads: { route: listDeviations, waiting: texts.loading },
    empty: { answers: [answerWith(listDeviations, { results: [], count: 0 })], shows: [texts.noneYet] },
    filled: ['Cracked lids', 'Drill, open', '1 deviation'],
  },
  () => {
    test('a drill of a day is opened, and its page opens', async () => {
      server.answer(listDeviations, { results: [], count: 0 });
      server.answer(openDeviation, details);
      await openScreen(visit);
      await pressControl(texts.kinds.lab_day);
      await fillFields({ [texts.fields.title]: 'Cracked lids', [texts.fields.day]: '2026-01-05' });
      await pressControl(texts.drills.drill);
      await pressControl(texts.open);
      expect(server.receivedCalls(openDeviation)).toMatchObject([
        { body: { title: 'Cracked lids', source: { lab_day: '2026-01-05' }, is_drill: true } },
      ]);
      expect(shownAddress()).toBe('/bench/deviations/7');
    });

    test('without a source the page asks for it, and a wrong vial is said by name', async () => {
      server.answer(listDeviations, { results: [], count: 0 });
      await openScreen({ ...visit, address: '/bench/deviations?vials=K7QM-4TXD-9' });
      await fillFields({ [texts.fields.vials]: '' });
      await pressControl(texts.open);
      expectTexts(texts.sourceMissing);
      server.refuse(openDeviation, 'not_found', { fields: { source: 'Not found: K7QM-4TXD-9.' } });
      await fillFields({ [texts.fields.vials]: 'K7QM-4TXD-9', [texts.fields.title]: 'Dropped' });
      await pressControl(texts.open);
      expectTexts('Not found: K7QM-4TXD-9.');
    });
  },
);
