import { Batch, BatchDetails, listBatches, openBatch, QcResult } from '@vialkeep/contract/batches.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, shownAddress } from '../../testing/open-screen.tsx';
import { fillFields, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { intakeTexts } from './intake.texts.ts';

const texts = intakeTexts.batches;
const as = memberOf(Plan.lab);
const patient = { id: UserId.parse(1030), name: 'Ana Whitfield' };
const facts = { id: 9, code: '0123-4567-Y', patient, passage: 1, opened_on: '2026-01-05', state: 'open' as const };
const batch = buildSample(Batch, { ...facts, vials: 6 });
const pending = buildSample(QcResult, {
  id: 4,
  test: 'sterility',
  value: null,
  verdict: 'pending',
  replaces_id: null,
  operator: null,
  is_current: true,
});
const details = buildSample(BatchDetails, {
  ...facts,
  lots: [],
  results: [pending],
  vial_codes: [],
  viability_min: 70,
});
const list = [answerWith(listBatches, { results: [batch], count: 1 })];

describeScreen(
  'BatchesScreen',
  {
    page: '/bench/batches',
    as,
    answers: list,
    reads: { route: listBatches, waiting: texts.loading },
    empty: { answers: [answerWith(listBatches, { results: [], count: 0 })], shows: [texts.noneYet] },
    filled: ['T-0123-4567-Y', 'Ana Whitfield', texts.states.open, '1 batch'],
  },
  () => {
    test('a batch is opened for the arrival in the address, and its page opens', async () => {
      server.answer(listBatches, { results: [], count: 0 });
      server.answer(openBatch, details);
      await openScreen({ page: '/bench/batches', address: '/bench/batches?arrival=6&patient=1030', as });
      await fillFields({ [texts.passage]: '1' });
      await pressControl(texts.open);
      expect(server.receivedCalls(openBatch)).toMatchObject([
        { body: { patient_id: 1030, arrival_id: 6, passage: 1 } },
      ]);
      expect(shownAddress()).toBe('/bench/batches/9');
    });

    test('a passage that is taken is said at its field', async () => {
      server.answer(listBatches, { results: [], count: 0 });
      const { message } = openBatch.refusals.passage_taken;
      server.refuse(openBatch, 'passage_taken', { fields: { passage: message } });
      await openScreen({ page: '/bench/batches', as });
      await fillFields({ [intakeTexts.patientNumber]: '1030', [texts.passage]: '1' });
      await pressControl(texts.open);
      expectTexts(message);
    });
  },
);
