import { printLabels, readVialPassport, VialPassport } from '@vialkeep/contract/bench.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { labelsTexts } from '../../components/bench/labels/labels.texts.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { passportTexts as texts } from './bench.texts.ts';

const CODE = 'K7QM-4TXD-9';
const step = {
  occurred_on: null,
  who: { id: 7, name: 'Lab Two' },
  on_behalf_of: null,
  operator: null,
  signature: null,
};
const passport = VialPassport.parse({
  code: CODE,
  old_code: 'N-0417',
  state: 'stored',
  held: true,
  hold_reason: 'awaiting_release',
  reserved: false,
  added_on: '2026-01-20',
  shipped_on: null,
  tracking_id: null,
  patient: { id: 1031, name: 'Ben Ode' },
  place: {
    box_id: 5,
    box_code: '0123-4567-Y',
    path: ['Facility', 'Freezer 1', 'Rack 2', 'Box 3'],
    position: 13,
    label: 'B4',
  },
  batch: { id: 3, code: '0123-4567-Y', passage: 1, state: 'closed' },
  order: null,
  steps: [
    { ...step, id: 1, kind: 'vials.added', at: '2026-01-20T10:00:00.000Z', facts: { codes: [CODE] } },
    { ...step, id: 2, kind: 'bench.quarantined', at: '2026-01-20T10:00:01.000Z', facts: { codes: [CODE] } },
    {
      ...step,
      id: 3,
      kind: 'bench.placed',
      at: '2026-01-20T10:10:00.000Z',
      facts: { codes: [CODE] },
      operator: 'Nora Lindqvist',
    },
    {
      kind: 'place.moved',
      at: '2026-01-21T10:10:00.000Z',
      place: 'Rack 2',
      from: 'Freezer 9',
      to: 'Freezer 1',
      operator: 'Jonas Weir',
    },
    {
      ...step,
      id: 4,
      kind: 'bench.released',
      at: '2026-01-22T10:10:00.000Z',
      facts: { codes: [CODE] },
      signature: { id: 8, printed_name: 'Nora Lindqvist', meaning: 'released', signed_at: '2026-01-22T10:10:00.000Z' },
    },
  ],
  may: ['see_bench', 'print_label'],
});
const visit = { page: '/vial/$code', address: `/vial/${CODE}`, as: memberOf(Plan.lab) };

describeScreen(
  'PassportScreen',
  {
    ...visit,
    answers: [answerWith(readVialPassport, passport)],
    reads: { route: readVialPassport, waiting: texts.loading, failed: texts.failed },
    filled: [
      `Vial ${CODE}`,
      '#1031 Ben Ode',
      'N-0417',
      'In quarantine: awaiting release',
      'Facility · Freezer 1 · Rack 2 · Box 3, B4',
      'Put into its position',
      'by Nora Lindqvist',
      'Rack 2 moved from Freezer 9 to Freezer 1',
      'Signed by Nora Lindqvist: released',
    ],
  },
  () => {
    test('a patient reads quarantine as being checked, and no position', async () => {
      server.answer(readVialPassport, {
        ...passport,
        hold_reason: null,
        place: null,
        batch: null,
        may: [],
        steps: passport.steps.slice(0, 2),
      });
      await openScreen({ ...visit, as: memberOf(Plan.generalMember) });
      expectTexts('Being checked');
      expectNoTexts('quarantine', 'Position', 'Batch');
      expect(hasControl(texts.print)).toBe(false);
    });

    test('a label is printed for a chosen printer, and a reprint asks why', async () => {
      server.answer(readVialPassport, passport);
      server.refuse(printLabels, 'reprint_reason', { fields: { reason: 'Say why they are printed again.' } });
      await openScreen(visit);
      await pressControl(texts.print);
      await expectAccessible();
      await fillFields({ [labelsTexts.startAt]: '99' });
      expectProblemAt(labelsTexts.startAt, labelsTexts.startAtProblem);
      await pressControl(labelsTexts.print);
      expect(server.receivedCalls(printLabels)).toEqual([]);
      await fillFields({ [labelsTexts.startAt]: '18' });
      await pressControl(labelsTexts.print);
      expectProblemAt(labelsTexts.reason, 'Say why they are printed again.');
      await expectAccessible();
      await pressControl(labelsTexts.formats.roll);
      await fillFields({ [labelsTexts.reason]: 'The label tore.' });
      server.refuse(printLabels, 'operator_required');
      await pressControl(labelsTexts.print);
      expectAnnounced('alert', 'Scan your badge first.');
      expect(server.receivedCalls(printLabels).map(({ body }) => body)).toEqual([
        { codes: [CODE], format: 'sheet', start_at: 18 },
        { codes: [CODE], format: 'roll', reason: 'The label tore.' },
      ]);
    });
  },
);
