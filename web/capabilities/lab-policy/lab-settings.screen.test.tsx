import { changeLabSettings, LabSettings, listOperators, readLabSettings } from '@vialkeep/contract/lab-policy.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, user } from '../../testing/open-screen.tsx';
import { expectProblemAt, fieldLabelled, fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { operatorsTexts, labSettingsTexts as texts } from './lab-policy.texts.ts';

const settings = LabSettings.parse({
  lab_id: 1002,
  bench_on: false,
  release_policy: 'on_record',
  reserve_on_order: false,
  short_orders: 'accept',
  tissue_hours: 72,
  viability_min: 70,
  required_tests: ['viability', 'count', 'sterility'],
  shift_minutes: 15,
  label_note: 'FOR AUTOLOGOUS USE ONLY',
  version: 3,
});
const none = { results: [], count: 0 };
const visit = {
  page: '/bench/settings',
  address: '/bench/settings?lab=1002',
  as: memberOf(Plan.admin),
  may: ['bench.use'],
};

describeScreen(
  'LabSettingsScreen',
  {
    ...visit,
    answers: [answerWith(readLabSettings, settings), answerWith(listOperators, none)],
    reads: { route: readLabSettings, waiting: texts.loading, failed: texts.failed },
    filled: [texts.card(1002), texts.benchOnHelp, operatorsTexts.title, operatorsTexts.noneYet],
  },
  () => {
    test('the bench is switched on with the version that was read, and leads there', async () => {
      server.answer(readLabSettings, settings);
      server.answer(listOperators, none);
      server.answer(changeLabSettings, { ...settings, bench_on: true, version: 4 });
      await openScreen(visit);
      expect(hasControl(texts.toBench)).toBe(false);
      await user.click(fieldLabelled(texts.benchOn + texts.benchOnHelp));
      server.answer(readLabSettings, { ...settings, bench_on: true, version: 4 });
      await pressControl(texts.submit);
      expectAnnounced('status', texts.saved);
      expect(server.receivedCalls(changeLabSettings)).toMatchObject([
        { body: { lab_id: 1002, version: 3, bench_on: true, tissue_hours: 72 } },
      ]);
      expect(hasControl(texts.toBench)).toBe(true);
    });

    test('a bench with open work stays on, and what is open is said at the switch', async () => {
      const on = { ...settings, bench_on: true };
      const message = 'The bench stays on while work at it is open: 2 vials in quarantine, 1 open order.';
      server.answer(readLabSettings, on);
      server.answer(listOperators, none);
      server.refuse(changeLabSettings, 'bench_in_use', { message, fields: { bench_on: message } });
      await openScreen(visit);
      await user.click(fieldLabelled(texts.benchOn + texts.benchOnHelp));
      await pressControl(texts.submit);
      expectTexts(message);
    });

    test('a limit out of range is reported at its field, and a change made meanwhile in words', async () => {
      server.answer(readLabSettings, settings);
      server.answer(listOperators, none);
      server.refuse(changeLabSettings, 'changed_meanwhile');
      await openScreen(visit);
      await fillFields({ [texts.viabilityMin]: '101' });
      await pressControl(texts.submit);
      expectProblemAt(texts.viabilityMin, 'At most 100.');
      expect(server.receivedCalls(changeLabSettings)).toEqual([]);
      await fillFields({ [texts.viabilityMin]: '80' });
      await pressControl(texts.submit);
      expectTexts('Another administrator changed these settings. Look at them and save again.');
    });
  },
);
