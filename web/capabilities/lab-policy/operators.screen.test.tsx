import { addOperator, endOperator, listOperators, Operator, renewOperatorPin } from '@vialkeep/contract/lab-policy.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { expect, test } from 'vitest';
import { labelsTexts } from '../../components/bench/labels/labels.texts.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen, user } from '../../testing/open-screen.tsx';
import {
  expectProblemAt,
  fieldLabelled,
  fillFields,
  hasControl,
  pressControl,
  TRANSITION_MS,
} from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { operatorsTexts as texts } from './lab-policy.texts.ts';

const CODE = '0123-4567-Y';
const nora = Operator.parse({
  id: 4,
  name: 'Nora Lindqvist',
  code: CODE,
  may_sign: true,
  pin_is_once: false,
  ended_at: null,
});
const gone = Operator.parse({ ...nora, id: 5, name: 'Jonas Weir', ended_at: '2026-03-01T09:00:00.000Z' });
const rows = { results: [nora, gone], count: 2 };
const visit = { page: '/bench/operators', as: memberOf(Plan.lab), may: ['bench.use', 'lab_policy.operators'] };

describeScreen(
  'OperatorsScreen',
  {
    ...visit,
    answers: [answerWith(listOperators, rows)],
    reads: { route: listOperators, waiting: texts.loading },
    empty: { answers: [answerWith(listOperators, { results: [], count: 0 })], shows: [texts.noneYet] },
    filled: ['Nora Lindqvist', `P-${CODE}`, texts.states.atWork, 'Jonas Weir', texts.states.ended],
  },
  () => {
    test('a new operator’s badge and one-time PIN are shown once, and the badge is printed', async () => {
      server.answer(listOperators, rows);
      server.answer(addOperator, { id: 6, code: CODE, one_time_pin: '482913' });
      await openScreen(visit);
      await pressControl(texts.add);
      await fillFields({ [texts.name]: 'Ida Holm' });
      await user.click(fieldLabelled(texts.mayConfirm));
      await pressControlIn(texts.add);
      expect(server.receivedCalls(addOperator)).toMatchObject([{ body: { name: 'Ida Holm', may_sign: true } }]);
      expectTexts('482913', `P-${CODE}`, texts.oneTimeNote);
      await expectAccessible();
      await pressControl(texts.printBadge);
      expectTexts(labelsTexts.title(1));
      await pressControl(labelsTexts.cancel);
      await pressControl(texts.close);
      expectNoTexts('482913');
    });

    test('an operator without a name is refused at the field', async () => {
      server.answer(listOperators, rows);
      await openScreen(visit);
      await pressControl(texts.add);
      await pressControlIn(texts.add);
      expectProblemAt(texts.name, 'Name is required.');
    });

    test('a new PIN is asked about first and shown once', async () => {
      server.answer(listOperators, rows);
      server.answer(renewOperatorPin, { id: 4, code: CODE, one_time_pin: '555123' });
      await openScreen(visit);
      await pressControl(`${texts.newPin} Nora Lindqvist`);
      expectTexts(texts.newPinQuestion);
      expect(server.receivedCalls(renewOperatorPin)).toEqual([]);
      await pressControl(texts.newPin);
      expectTexts('555123');
    });

    test('an operator is ended after a question, and one who has ended has no buttons', async () => {
      server.answer(listOperators, rows);
      server.answer(endOperator, { success: true });
      await openScreen(visit);
      expect(hasControl(`${texts.end} Jonas Weir`)).toBe(false);
      await pressControl(`${texts.end} Nora Lindqvist`);
      await pressControl(texts.endTitle);
      expectAnnounced('status', texts.ended('Nora Lindqvist'));
      expect(server.receivedCalls(endOperator)).toMatchObject([{ params: { id: '4' } }]);
    });

    test('an administrator in a session of the lab sees its operators and changes none', async () => {
      server.answer(listOperators, rows);
      const acting = {
        kind: 'login_as' as const,
        by: { id: 9, name: 'Priya Raman', email: 'admin@vialkeep.test', template_id: null },
        until: '2026-11-20T09:00:00.000Z',
        reason: 'A question',
      };
      server.answer(currentSession, buildSample(currentSession.answer, { user: visit.as, may: visit.may, acting }));
      await openScreen(visit);
      expectTexts('Nora Lindqvist');
      for (const name of [texts.add, `${texts.newPin} Nora Lindqvist`, `${texts.end} Nora Lindqvist`]) {
        expect(hasControl(name), name).toBe(false);
      }
      expect(hasControl(`${texts.printBadge} Nora Lindqvist`)).toBe(true);
    });
  },
);

/** Presses the button of the dialog, whose name the page's button has too. */
async function pressControlIn(name: string): Promise<void> {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')];
  const button = buttons.find((one) => one.textContent === name);
  if (!button) throw new Error(`The dialog has no button '${name}'.`);
  await user.click(button);
  await settleScreen(TRANSITION_MS);
}
