import { Arrival, correctArrival, listArrivals } from '@vialkeep/contract/arrivals.ts';
import { DeviationId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { fillFields, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { intakeTexts } from './intake.texts.ts';

const texts = intakeTexts.arrivals;
const as = memberOf(Plan.lab);
const patient = { id: UserId.parse(1030), name: 'Ana Whitfield' };
const arrival = buildSample(Arrival, {
  id: 6,
  patient,
  kit_code: '0123-4567-Y',
  kit_fault: 'expired',
  condition: 'wet',
  decision: 'accepted_with_deviation',
  reason: 'The box was wet.',
  operator: 'Nora Lindqvist',
  photos: [],
  deviation_id: DeviationId.parse(2),
});
const list = [answerWith(listArrivals, { results: [arrival], count: 1 })];

const visit = { page: '/bench/arrivals', as };

describeScreen(
  'ArrivalsScreen',
  {
    ...visit,
    answers: list,
    reads: { route: listArrivals, waiting: texts.loading },
    empty: { answers: [answerWith(listArrivals, { results: [], count: 0 })], shows: [texts.noneYet] },
    filled: [
      'Ana Whitfield',
      `K-0123-4567-Y, ${texts.kitFaults.expired}`,
      texts.decided.accepted_with_deviation,
      '1 arrival',
    ],
  },
  () => {
    test('a wrong inspection is corrected with a reason, and what it said before stays readable', async () => {
      const said = { ...arrival, condition: 'intact', decision: 'accepted', reason: '', temperature_c: -3 } as const;
      const earlier = [{ ...said, corrected_at: '2026-01-06T10:00:00.000Z' }];
      server.answer(listArrivals, { results: [{ ...arrival, earlier }], count: 1 });
      await openScreen(visit);
      await pressControl(`${texts.correct} ${texts.rowName(6)}`);
      expectTexts(texts.earlier, 'Accepted, Intact', '-3 °C', texts.wrongPatient);
      server.refuse(correctArrival, 'changed_meanwhile');
      await fillFields({ [texts.correctReason]: 'The box was open.' });
      await pressControl(texts.conditions.open);
      await expectAccessible();
      await pressControl(texts.decisions.rejected);
      expectTexts(correctArrival.refusals.changed_meanwhile.message);
      server.answer(correctArrival, arrival);
      await pressControl(texts.decisions.rejected);
      expect(server.receivedCalls(correctArrival).at(-1)).toMatchObject({
        params: { id: '6' },
        body: { version: 1, condition: 'open', indicator: arrival.indicator, decision: 'rejected' },
      });
      expectAnnounced('status', `Done: ${texts.correctedNow('Ana Whitfield')}`);
    });
  },
);
