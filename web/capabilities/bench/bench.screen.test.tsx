import { fireEvent } from '@testing-library/react';
import { BenchHome, lookUpScan, readBenchHome, ScannedThing, undoScan } from '@vialkeep/contract/bench.ts';
import { beginShift, endShift } from '@vialkeep/contract/lab-policy.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { shiftTexts } from '../../components/bench/shift/shift.texts.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen, shownAddress } from '../../testing/open-screen.tsx';
import { fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { benchHomeTexts as texts } from './bench.texts.ts';

const SCAN = '7c0f5a4e-8c55-4e0a-9a39-0d6c4f1e2b11';
const operator = { id: 4, name: 'Nora Lindqvist', code: '0123-4567-Y', may_sign: true };
const home = BenchHome.parse({
  lab_id: 1002,
  has_operators: true,
  shift: { operator, until: '2026-03-02T14:20:00.000Z' },
  tiles: { to_receive: 1, in_process: 2, awaiting_release: 6, to_place: 1000, to_pick: 0, deviations_open: 3 },
  last: {
    scan_id: SCAN,
    at: '2026-03-02T08:59:00.000Z',
    kind: 'place_vial',
    input: 'scanner',
    who: 'Nora Lindqvist',
    facts: { code: 'K7QM-4TXD-9' },
    undoes: null,
    is_undone: false,
    may_undo: true,
  },
});
const withoutShift = { ...home, shift: null, last: null };
const visit = { page: '/bench', as: memberOf(Plan.lab), may: ['bench.use'] };
const vial = buildSample(ScannedThing, {
  kind: 'vial',
  id: 9,
  code: '0123-4567-Y',
  title: 'Vial 0123-4567-Y',
  lines: ['Patient 1030', 'Released, free'],
  next: ['place_vial', 'open_passport', 'print_label'],
});
const badge = ScannedThing.parse({
  kind: 'operator',
  id: 4,
  code: 'P-0123-4567-Y',
  title: 'Nora Lindqvist',
  lines: ['Operator'],
  next: ['begin_shift', 'print_label'],
});

describeScreen(
  'BenchScreen',
  {
    ...visit,
    answers: [answerWith(readBenchHome, home)],
    reads: { route: readBenchHome, waiting: texts.loading, failed: texts.failed },
    filled: ['Nora Lindqvist · ends', texts.scan, '999+', 'Awaiting release', 'Placed: K7QM-4TXD-9', 'Nora Lindqvist'],
    empty: {
      answers: [answerWith(readBenchHome, { ...withoutShift, has_operators: false })],
      shows: [texts.noneYet],
    },
  },
  () => {
    test('a scan without focus shows its thing with the next steps whose page exists', async () => {
      server.answer(readBenchHome, home);
      server.answer(lookUpScan, vial);
      await openScreen(visit);
      scan('V01234567Y');
      await settleScreen();
      expectAnnounced('status', 'Done: Vial 0123-4567-Y');
      expectTexts('Patient 1030', 'Released, free');
      expect([texts.steps.open_passport, texts.steps.print_label].every(hasControl)).toBe(true);
      expect(server.receivedCalls(lookUpScan)).toMatchObject([{ body: { text: 'V01234567Y' } }]);
      await expectAccessible();
      await pressControl(texts.steps.open_passport);
      expect(shownAddress()).toBe('/vial/0123-4567-Y');
    });

    test('an unknown code is announced as wrong and shows no thing', async () => {
      server.answer(readBenchHome, home);
      server.answer(lookUpScan, {
        kind: 'unknown',
        id: null,
        code: '',
        title: 'This code is not known.',
        lines: [],
        next: [],
      });
      await openScreen(visit);
      scan('771234567890');
      await settleScreen();
      expectAnnounced('alert', 'Not done: This code is not known.');
      expect(hasControl(texts.steps.print_label)).toBe(false);
    });

    test('a lost line is announced as not saved', async () => {
      server.answer(readBenchHome, home);
      server.refuse(lookUpScan, 'unavailable');
      await openScreen(visit);
      scan('V01234567Y');
      await settleScreen();
      expectAnnounced('alert', 'Not saved. Scan again when the line is back.');
    });

    test('a badge asks for its PIN, a first use for a new PIN, and the shift begins', async () => {
      server.answer(readBenchHome, withoutShift);
      server.answer(lookUpScan, badge);
      server.refuse(beginShift, 'new_pin_required', { fields: { new_pin: 'Choose a PIN of your own.' } });
      await openScreen(visit);
      expectTexts(shiftTexts.badgeFirst);
      scan('P01234567Y');
      await settleScreen(400);
      expectTexts(shiftTexts.title('Nora Lindqvist'));
      await expectAccessible();
      await fillFields({ [shiftTexts.pin]: '111111' });
      await pressControl(shiftTexts.begin);
      expectTexts(shiftTexts.chooseNew);
      server.answer(beginShift, { operator, until: '2026-03-02T14:20:00.000Z' });
      server.answer(readBenchHome, home);
      await fillFields({ [shiftTexts.newPin]: '246810' });
      await pressControl(shiftTexts.begin);
      expect(server.receivedCalls(beginShift).map(({ body }) => body)).toEqual([
        { operator_code: 'P-0123-4567-Y', pin: '111111' },
        { operator_code: 'P-0123-4567-Y', pin: '111111', new_pin: '246810' },
      ]);
      expectAnnounced('status', shiftTexts.begun('Nora Lindqvist'));
      expectTexts('Nora Lindqvist · ends');
    });

    test('a wrong PIN and too many of them are said at the field, and a badge can be typed', async () => {
      server.answer(readBenchHome, withoutShift);
      server.refuse(beginShift, 'wrong_pin', { fields: { pin: 'Wrong badge or PIN.' } });
      await openScreen(visit);
      await pressControl(shiftTexts.typeBadge);
      await fillFields({ [shiftTexts.badge]: 'p 0123 4567 y', [shiftTexts.pin]: '999999' });
      await pressControl(shiftTexts.begin);
      expectAnnounced('alert', 'Wrong badge or PIN.');
      server.refuse(beginShift, 'too_many_requests');
      await pressControl(shiftTexts.begin);
      expectAnnounced('alert', 'Too many attempts. Please try again later.');
      await expectAccessible();
    });

    test('an administrator who types a one-time PIN reads at the PIN that only the operator chooses a PIN', async () => {
      server.answer(readBenchHome, withoutShift);
      server.refuse(beginShift, 'not_your_pin', { fields: { new_pin: 'Only the operator chooses a PIN.' } });
      await openScreen({ ...visit, as: memberOf(Plan.admin), address: '/bench?lab=1002' });
      await pressControl(shiftTexts.typeBadge);
      await fillFields({ [shiftTexts.badge]: 'p 0123 4567 y', [shiftTexts.pin]: '111111' });
      await pressControl(shiftTexts.begin);
      expectAnnounced('alert', 'Only the operator chooses a PIN, and not in a session of an administrator.');
    });

    test('the shift is ended by its button', async () => {
      server.answer(readBenchHome, home);
      server.answer(endShift, { success: true });
      await openScreen(visit);
      server.answer(readBenchHome, withoutShift);
      await pressControl(shiftTexts.end);
      expectAnnounced('status', shiftTexts.ended);
      expectNoTexts('Nora Lindqvist · ends');
    });

    test('the last action is taken back once, with one id also after a lost answer', async () => {
      server.answer(readBenchHome, home);
      server.refuse(undoScan, 'unavailable');
      await openScreen(visit);
      await pressControl(texts.undo);
      expectAnnounced('alert', 'Not saved.');
      server.answer(undoScan, { undone: SCAN, kind: 'place_vial', codes: ['K7QM-4TXD-9'] });
      await pressControl(texts.undo);
      expectAnnounced('status', texts.undone);
      const ids = server.receivedCalls(undoScan).map(({ body }) => body.scan_id);
      expect(ids.length).toBeGreaterThan(1);
      expect(new Set(ids).size).toBe(1);
      expect(server.receivedCalls(undoScan).at(-1)).toMatchObject({ body: { undoes: SCAN, input: 'typed' } });
    });

    test('an undo that comes too late says so in its words', async () => {
      server.answer(readBenchHome, home);
      server.refuse(undoScan, 'too_late');
      await openScreen(visit);
      await pressControl(texts.undo);
      expectAnnounced('alert', 'Changed since, or more than 10 minutes old.');
    });

    test('an administrator’s calls name the lab of the address', async () => {
      server.answer(readBenchHome, { ...withoutShift, has_operators: false });
      server.answer(lookUpScan, vial);
      await openScreen({ ...visit, as: memberOf(Plan.admin), address: '/bench?lab=1002' });
      scan('V01234567Y');
      await settleScreen();
      expect(server.receivedCalls(readBenchHome)).toMatchObject([{ query: { lab_id: '1002' } }]);
      expect(server.receivedCalls(lookUpScan)).toMatchObject([{ body: { lab_id: 1002 } }]);
    });
  },
);

function scan(text: string): void {
  for (const key of [...text, 'Enter']) fireEvent.keyDown(document.body, { key });
}
