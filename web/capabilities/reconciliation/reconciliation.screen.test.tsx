import { Plan } from '@vialkeep/contract/plans.ts';
import {
  Difference,
  listDifferences,
  listReconciliations,
  ReconciliationRun,
  resolveDifference,
  runReconciliation,
} from '@vialkeep/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { reconciliationTexts as texts } from './reconciliation.texts.ts';

const visit = {
  page: '/money/reconciliation',
  as: memberOf(Plan.superAdmin),
  may: ['reconciliation.administer', 'reconciliation.run'],
};
const orphan = buildSample(Difference, {
  id: 7,
  site: 'Vialkeep',
  kind: 'not_in_our_books',
  about: 'charge',
  gateway_id: '60000000042',
  transaction_id: null,
  refund_id: null,
  ours: null,
  theirs: 42,
  batch: 'S2026111807',
  state: 'open',
  words: 'The card payment provider charged $42.00, and the books know nothing of it.',
  how: null,
  note: '',
  requested_by: null,
  resolved_by: null,
  resolved_at: null,
  may: ['give_back', 'write_off', 'explained'],
});
const rows = { results: [orphan], count: 1 };
const run = buildSample(ReconciliationRun, { id: 3, state: 'done', matched: 985, differences: 1, message: '' });
const runs = { results: [run], count: 1, may: ['run'] as const };
const noRuns = { results: [], count: 0, may: [] };
const name = texts.rowName(7);

describeScreen(
  'ReconciliationScreen',
  {
    ...visit,
    answers: [answerWith(listDifferences, rows), answerWith(listReconciliations, { ...runs, may: ['run'] })],
    reads: { route: listDifferences, waiting: texts.loading },
    empty: {
      answers: [
        answerWith(listDifferences, { results: [], count: 0 }),
        answerWith(listReconciliations, { ...noRuns, may: [] }),
      ],
      shows: [texts.none, texts.noRuns],
    },
    filled: [orphan.words, '$42.00', texts.batch('S2026111807'), texts.kinds.not_in_our_books, '1 difference', '985'],
  },
  () => {
    const open = async () => {
      server.answer(listDifferences, rows);
      server.answer(listReconciliations, { ...runs, may: ['run'] });
      await openScreen(visit);
    };

    test('a difference is resolved in one of its ways with a note, and then offers none', async () => {
      await open();
      const resolved = Difference.parse({
        ...orphan,
        state: 'resolved',
        how: 'give_back',
        words: 'It was given back to the card.',
        may: [],
      });
      server.answer(resolveDifference, resolved);
      await pressControl(`${texts.resolve} ${name}`);
      expectTexts(texts.consequences.give_back, texts.consequences.write_off);
      await expectAccessible();
      await pressControl(texts.resolve);
      expectProblemAt(texts.note, 'Note is required.');
      await fillFields({ [texts.note]: 'The order was given up.' });
      server.answer(listDifferences, { results: [resolved], count: 1 });
      await pressControl(texts.resolve);
      expect(server.receivedCalls(resolveDifference)).toMatchObject([
        { body: { how: 'give_back', note: 'The order was given up.' } },
      ]);
      expectTexts(resolved.words);
      expect(hasControl(`${texts.resolve} ${name}`)).toBe(false);
    });

    test('a write-off of the administrator’s own is not approved, and the form says why', async () => {
      await open();
      server.refuse(resolveDifference, 'own_request');
      await pressControl(`${texts.resolve} ${name}`);
      await fillFields({ [texts.note]: 'The order was given up.' });
      await pressControl(texts.resolve);
      expectTexts(resolveDifference.refusals.own_request.message);
    });

    test('the platform’s administrator compares now, and a run that fails says why', async () => {
      await open();
      const failed = ReconciliationRun.parse({ ...run, state: 'failed', message: 'It could not be reached.' });
      server.answer(runReconciliation, failed);
      await pressControl(texts.run);
      expectTexts('It could not be reached.');
    });

    test('a site’s administrator cannot compare', async () => {
      server.answer(listDifferences, rows);
      server.answer(listReconciliations, { ...runs, may: [] });
      await openScreen(visit);
      expect(hasControl(texts.run)).toBe(false);
    });
  },
);
