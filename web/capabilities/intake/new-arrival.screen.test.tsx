import { fireEvent } from '@testing-library/react';
import { Arrival, type KitFault, recordArrival } from '@vialkeep/contract/arrivals.ts';
import { Harvest, listHarvests } from '@vialkeep/contract/harvests.ts';
import { ArrivalId, DeviationId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Kit, listKits } from '@vialkeep/contract/kits.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen } from '../../testing/open-screen.tsx';
import { fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { intakeTexts } from './intake.texts.ts';

const texts = intakeTexts.arrivals;
const as = memberOf(Plan.lab);
const patient = { id: UserId.parse(1030), name: 'Ana Whitfield' };
const arrival = buildSample(Arrival, {
  id: 6,
  patient,
  kit_code: '0123-4567-Y',
  condition: 'wet',
  decision: 'accepted_with_deviation',
  reason: 'The box was wet.',
  operator: 'Nora Lindqvist',
  photos: [],
  deviation_id: DeviationId.parse(2),
});
const kit = buildSample(Kit, { code: '0123-4567-Y', state: 'used' });
const lot = { ...kit.lot, is_held: false, is_expired: false };
const visit = { page: '/bench/arrivals/new', as };
const scan = async (text: string) => {
  for (const key of [...text, 'Enter']) fireEvent.keyDown(document.body, { key });
  await settleScreen();
};
/** What a scan of the kit reads: its harvest, if there is one, and the kit itself. */
const answerScan = (harvest: Harvest | null, values: Partial<Kit> = {}) => {
  server.answer(listHarvests, { results: harvest ? [harvest] : [], count: harvest ? 1 : 0 });
  server.answer(listKits, { results: [{ ...kit, lot, ...values }], count: 1 });
};
const harvestAt = (arrivalId: number | null, mayArriveAgain = false) =>
  buildSample(Harvest, {
    may_arrive_again: mayArriveAgain,
    kit_code: '0123-4567-Y',
    patient,
    harvested_at: new Date(Date.now() - 31 * 60 * 60 * 1000).toISOString(),
    tissue_hours: 72,
    arrival_id: arrivalId === null ? null : ArrivalId.parse(arrivalId),
  });

describeScreen('NewArrivalScreen', { ...visit, answers: [], filled: [texts.scanLead, texts.condition] }, () => {
  test('a scan of the kit says whose tissue it is and how long it was under way, and one tap each accepts it', async () => {
    await openScreen(visit);
    answerScan(harvestAt(null));
    server.answer(recordArrival, { ...arrival, decision: 'accepted', reason: '', deviation_id: null });
    await scan('K01234567Y');
    expectTexts(`${texts.ofKit('K-0123-4567-Y', 'Ana Whitfield')}. In transit 31 h of 72 h`);
    await pressControl(texts.decisions.accepted);
    expectAnnounced('alert', `Not done: ${texts.incomplete}`);
    await pressControl(texts.conditions.intact);
    await pressControl(texts.indicators.ok);
    await pressControl(texts.yesNo.yes);
    await expectAccessible();
    await pressControl(texts.decisions.accepted);
    expect(server.receivedCalls(recordArrival)).toMatchObject([
      { body: { kit_code: '0123-4567-Y', input: 'scanner', condition: 'intact', decision: 'accepted' } },
    ]);
    expectAnnounced('status', `Done: ${texts.decided.accepted}: Ana Whitfield`);
    expect(hasControl(texts.openBatch)).toBe(true);
  });

  test('a criterion that fails is said at its question, and the same decision sent again keeps its id', async () => {
    await openScreen(visit);
    answerScan(null);
    server.refuse(recordArrival, 'criteria_failed', { fields: { condition: 'The box is wet.' } });
    await scan('K01234567Y');
    await fillFields({ [intakeTexts.patientNumber]: '1030' });
    await pressControl(texts.conditions.wet);
    await pressControl(texts.indicators.none);
    await pressControl(texts.yesNo.yes);
    await pressControl(texts.decisions.accepted);
    expectTexts('The box is wet.');
    expectAnnounced('alert', 'Accept with a deviation, or reject.');
    await pressControl(texts.decisions.accepted);
    const [first, second] = server.receivedCalls(recordArrival).map(({ body }) => body?.['scan_id']);
    expect(second).toBe(first);
  });

  test('a kit that arrived already is said, and nothing is asked', async () => {
    await openScreen(visit);
    answerScan(harvestAt(6));
    await scan('K01234567Y');
    expectAnnounced('alert', `Not done: ${texts.arrivedAlready('K-0123-4567-Y')}`);
  });

  test('a kit whose arrival was rejected by a correction is received again', async () => {
    await openScreen(visit);
    answerScan(harvestAt(6, true));
    await scan('K01234567Y');
    expectTexts(`${texts.ofKit('K-0123-4567-Y', 'Ana Whitfield')}. In transit 31 h of 72 h`);
  });

  test.each<[KitFault, Partial<Kit>]>([
    ['void', { state: 'void' }],
    ['held', { lot: { ...lot, is_held: true } }],
    ['expired', { lot: { ...lot, is_expired: true } }],
  ])('a kit that is %s is said so when it is scanned, and the refusal stands below the scan', async (fault, values) => {
    await openScreen(visit);
    answerScan(null, values);
    server.refuse(recordArrival, 'criteria_failed', { fields: { kit_code: 'This kit is bad.' } });
    await scan('K01234567Y');
    expectAnnounced('alert', `Not done: ${texts.badKit[fault]('K-0123-4567-Y')}`);
    await fillFields({ [intakeTexts.patientNumber]: '1030' });
    await pressControl(texts.conditions.intact);
    await pressControl(texts.indicators.ok);
    await pressControl(texts.yesNo.yes);
    await pressControl(texts.decisions.accepted);
    expectTexts('This kit is bad.');
  });

  test('a code of no kit of the lab is said to be unknown', async () => {
    await openScreen(visit);
    server.answer(listHarvests, { results: [], count: 0 });
    server.answer(listKits, { results: [], count: 0 });
    await scan('K01234567Y');
    expectAnnounced('alert', `Not done: ${intakeTexts.noCode}`);
  });
});
