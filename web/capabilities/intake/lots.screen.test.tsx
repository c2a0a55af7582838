import { fireEvent } from '@testing-library/react';
import { printLabels } from '@vialkeep/contract/bench.ts';
import { listCentersOfLab } from '@vialkeep/contract/centers.ts';
import {
  addKits,
  addLot,
  correctLot,
  Kit,
  Lot,
  listKits,
  listLots,
  sendKits,
  voidKit,
} from '@vialkeep/contract/kits.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { labelsTexts } from '../../components/bench/labels/labels.texts.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen, user } from '../../testing/open-screen.tsx';
import { fieldLabelled, fillFields, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { intakeTexts } from './intake.texts.ts';

const { lots: texts, kits: kitTexts } = intakeTexts;
const visit = { page: '/bench/lots', as: memberOf(Plan.lab) };
const lot = buildSample(Lot, {
  id: 3,
  kind: 'kit',
  name: 'Harvest kit',
  lot: 'HK-2411',
  expires_on: '2030-01-31',
  received_on: '2026-01-05',
  kits: { in_stock: 6, sent: 5, used: 1 },
});
const kit = buildSample(Kit, {
  id: 8,
  code: '0123-4567-Y',
  state: 'in_stock',
  lot: { id: 3, name: 'Harvest kit', lot: 'HK-2411', expires_on: null, is_expired: false, is_held: false },
  center: null,
  sent_at: null,
});
const announced = [
  answerWith(listLots, { results: [lot], count: 1 }),
  answerWith(listKits, { results: [kit], count: 1 }),
];
const scan = (text: string) => {
  for (const key of [...text, 'Enter']) fireEvent.keyDown(document.body, { key });
};
const open = async () => {
  for (const announce of announced) announce(server);
  await openScreen(visit);
};

describeScreen(
  'LotsScreen',
  { ...visit, answers: announced, filled: ['HK-2411', 'Harvest kit', 'K-0123-4567-Y', '1 kit'] },
  () => {
    test('a scan of the maker’s code fills the fields without focus, and the lot is registered by one tap', async () => {
      await open();
      server.answer(addLot, lot);
      scan(']d20104012345678901\u001D10HK-2411');
      await settleScreen();
      expect(fieldLabelled(texts.lot).value).toBe('HK-2411');
      await fillFields({ [texts.name]: 'Harvest kit' });
      await pressControl(texts.kinds.kit);
      await pressControl(texts.save);
      expect(server.receivedCalls(addLot)).toMatchObject([
        { body: { kind: 'kit', name: 'Harvest kit', lot: 'HK-2411' } },
      ]);
      expectAnnounced('status', `Done: ${texts.saved('HK-2411')}`);
      await expectAccessible();
    });

    test('a refused lot says why at its field', async () => {
      await open();
      server.refuse(addLot, 'lot_known', { fields: { lot: addLot.refusals.lot_known.message } });
      await fillFields({ [texts.name]: 'Harvest kit', [texts.lot]: 'HK-2411' });
      await pressControl(texts.kinds.kit);
      await pressControl(texts.save);
      expectTexts(addLot.refusals.lot_known.message);
      expect(fieldLabelled(texts.lot).getAttribute('aria-invalid')).toBe('true');
    });

    test('a wrong last day is corrected with a reason, and the day before stays readable', async () => {
      const before = {
        expires_on_before: '2029-01-31',
        expires_on: '2030-01-31',
        reason: 'Read again',
        operator: null,
      };
      const corrected = { ...lot, corrections: [{ ...before, at: '2026-01-06T10:00:00.000Z' }] };
      server.answer(listLots, { results: [corrected], count: 1 });
      server.answer(listKits, { results: [kit], count: 1 });
      await openScreen(visit);
      server.refuse(correctLot, 'operator_required');
      await pressControl(`${texts.correct} ${texts.rowName('HK-2411')}`);
      expectTexts('. Read again');
      await pressControl(texts.correct);
      expectTexts(correctLot.refusals.operator_required.message);
      server.answer(correctLot, corrected);
      await fillFields({ [texts.correctReason]: 'The label says 2031.' });
      await expectAccessible();
      await pressControl(texts.correct);
      expect(server.receivedCalls(correctLot).at(-1)).toMatchObject({
        body: { expires_on: '2030-01-31', reason: 'The label says 2031.' },
      });
      expectAnnounced('status', `Done: ${texts.corrected('HK-2411')}`);
    });

    test('kits are added to a lot, and their labels can be printed at once', async () => {
      await open();
      const second = { ...kit, id: 9, code: 'ABCD-EFGH-3' };
      server.answer(addKits, { kits: [kit, second] });
      await pressControl(`${texts.addKits} ${texts.rowName('HK-2411')}`);
      await fillFields({ [texts.quantity]: '2' });
      await expectAccessible();
      await pressControl(texts.addKits);
      expect(server.receivedCalls(addKits)).toMatchObject([{ body: { lot_id: 3, quantity: 2 } }]);
      expectTexts(labelsTexts.title(2));
      server.refuse(printLabels, 'bench_off');
      await pressControl(labelsTexts.print);
      expect(server.receivedCalls(printLabels)).toMatchObject([
        { body: { codes: ['K-0123-4567-Y', 'K-ABCD-EFGH-3'] } },
      ]);
    });

    test('the label of one kit is printed from its row', async () => {
      await open();
      await pressControl(`${kitTexts.printLabel} ${kitTexts.rowName('K-0123-4567-Y')}`);
      expectTexts(labelsTexts.title(1));
      await expectAccessible();
    });

    test('a scanned kit is sent to the chosen clinic, and without a clinic nothing is sent', async () => {
      await open();
      const clinic = buildSample(listCentersOfLab.answer.element, { id: 40, company: 'Elm Clinic' });
      server.answer(listCentersOfLab, [clinic]);
      server.answer(sendKits, { kits: [{ ...kit, state: 'sent', center: { id: clinic.id, company: 'Elm Clinic' } }] });
      await pressControl(kitTexts.sendTitle);
      scan('K01234567Y');
      await settleScreen();
      expectAnnounced('alert', `Not done: ${kitTexts.chooseFirst}`);
      await user.selectOptions(document.querySelector('select') as HTMLSelectElement, '40');
      await settleScreen(2_000);
      scan('K01234567Y');
      await settleScreen();
      expect(server.receivedCalls(sendKits)).toMatchObject([{ body: { codes: ['K01234567Y'], center_id: 40 } }]);
      expectAnnounced('status', `Done: ${kitTexts.sentTo('K-0123-4567-Y', 'Elm Clinic')}`);
    });

    test('a kit is marked as void with a reason', async () => {
      await open();
      server.answer(voidKit, { ...kit, state: 'void', reason: 'Dropped' });
      await pressControl(`${kitTexts.makeVoid} ${kitTexts.rowName('K-0123-4567-Y')}`);
      await fillFields({ [kitTexts.reason]: 'Dropped' });
      await pressControl(kitTexts.makeVoid);
      expect(server.receivedCalls(voidKit)).toMatchObject([{ body: { reason: 'Dropped' } }]);
    });
  },
);
