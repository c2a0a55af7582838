import { fireEvent } from '@testing-library/react';
import {
  addBatchVials,
  BatchDetails,
  closeBatch,
  QcResult,
  readBatch,
  recordBatchLot,
  recordQc,
} from '@vialkeep/contract/batches.ts';
import { printLabels } from '@vialkeep/contract/bench.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { VialEntry } from '@vialkeep/contract/vials.ts';
import { expect, test } from 'vitest';
import { labelsTexts } from '../../components/bench/labels/labels.texts.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen } from '../../testing/open-screen.tsx';
import { fillFields, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { intakeTexts } from './intake.texts.ts';

const texts = intakeTexts.batches;
const as = memberOf(Plan.lab);
const patient = { id: UserId.parse(1030), name: 'Ana Whitfield' };
const facts = { id: 9, code: '0123-4567-Y', patient, passage: 1, opened_on: '2026-01-05', state: 'open' as const };
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
const visit = { page: '/bench/batches/$id', address: '/bench/batches/9', as };
const open = async () => {
  server.answer(readBatch, details);
  await openScreen(visit);
};

describeScreen(
  'BatchScreen',
  {
    ...visit,
    answers: [answerWith(readBatch, details)],
    filled: [texts.titleOf('T-0123-4567-Y'), texts.noLots, `${texts.tests.sterility}, ${texts.verdicts.pending}`],
  },
  () => {
    test('a reagent is recorded by a scan without focus', async () => {
      await open();
      server.answer(recordBatchLot, details);
      for (const key of [...'(01)04012345678901(10)CM-118', 'Enter']) fireEvent.keyDown(document.body, { key });
      await settleScreen();
      expect(server.receivedCalls(recordBatchLot)).toMatchObject([
        { body: { text: '(01)04012345678901(10)CM-118', input: 'scanner' } },
      ]);
    });

    test('an expired reagent is said as wrong', async () => {
      await open();
      server.refuse(recordBatchLot, 'lot_expired');
      for (const key of [...'(10)CM-097-OLD', 'Enter']) fireEvent.keyDown(document.body, { key });
      await settleScreen();
      expectAnnounced('alert', `Not done: ${recordBatchLot.refusals.lot_expired.message}`);
    });

    test('a result that comes later corrects the pending one with a reason', async () => {
      await open();
      server.answer(recordQc, details);
      await pressControl(texts.tests.sterility);
      expectTexts(texts.replaces(texts.tests.sterility));
      await pressControl(texts.verdicts.pass);
      await fillFields({ [texts.reason]: 'The result came.' });
      await pressControl(intakeTexts.arrivals.yesNo.yes);
      await expectAccessible();
      await pressControl(texts.saveResult);
      expect(server.receivedCalls(recordQc)).toMatchObject([
        { body: { test: 'sterility', verdict: 'pass', replaces: 4, reason: 'The result came.', set_sterility: true } },
      ]);
    });

    test('vials are added and go to their labels, and the batch is closed', async () => {
      await open();
      server.answer(addBatchVials, {
        entry: buildSample(VialEntry, { quantity: 2 }),
        codes: ['0123-4567-Y', '1234-5678-X'],
      });
      await fillFields({ [texts.quantity]: '2' });
      await pressControl(texts.addVials);
      expectAnnounced('status', `Done: ${texts.vialsAdded(2)}`);
      expectTexts(labelsTexts.title(2));
      await expectAccessible();
      await pressControl(labelsTexts.cancel);
      server.answer(closeBatch, { ...details, state: 'closed' });
      await pressControl(texts.close);
      expect(server.receivedCalls(closeBatch)).toMatchObject([{ body: { outcome: 'closed' } }]);
    });

    test('the labels of all vials of a batch can be printed later', async () => {
      server.answer(readBatch, { ...details, vial_codes: ['0123-4567-Y', '1234-5678-X'] });
      await openScreen(visit);
      await pressControl(texts.printLabels);
      server.refuse(printLabels, 'reprint_reason');
      await pressControl(labelsTexts.print);
      expect(server.receivedCalls(printLabels)).toMatchObject([{ body: { codes: ['0123-4567-Y', '1234-5678-X'] } }]);
      expectTexts(labelsTexts.reason);
    });

    test('a batch that failed needs the reason', async () => {
      await open();
      server.refuse(closeBatch, 'invalid_input', { fields: { reason: 'Say why it failed.' } });
      await pressControl(texts.fail);
      expectTexts('Say why it failed.');
    });
  },
);
