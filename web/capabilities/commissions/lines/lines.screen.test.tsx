import {
  addDisputeMessage,
  adjustCommission,
  CommissionLine,
  closeCommissionDispute,
  exportCommissionStatement,
  listCommissionLines,
  printCommissionStatement,
} from '@vialkeep/contract/commissions.ts';
import { listUsersByMembership } from '@vialkeep/contract/network.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server } from '../../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, pressControl } from '../../../testing/page-controls.ts';
import { memberOf } from '../../../testing/people.ts';
import { linesTexts as texts } from './lines.texts.ts';

const message = { id: 1, from: 'payee' as const, text: 'Why only 8%?', at: '2026-02-20T10:00:00.000Z' };
const line = buildSample(CommissionLine, {
  id: 41,
  day: '2026-02-10',
  level: 'rep',
  person: { id: 7, name: 'Rae Reyes' },
  domain_id: 3,
  site: 'Vialkeep',
  transaction_id: 1001,
  product: 'Harvesting Kit',
  words: 'Sales rep: 8% of the net amount',
  arithmetic: '8% of $295.00 = $23.60',
  amount: 23.6,
  state: 'disputed',
  payable_on: '2026-03-12',
  dispute: { id: 5, state: 'open', messages: [message] },
});
const page = { results: [line], count: 1, count_is_exact: true };
const visit = { page: '/money/commissions', as: memberOf(Plan.superAdmin) };
const pageAnswers = [answerWith(listCommissionLines, page), answerWith(listDomains, [])];
const name = texts.rowName(line.id, line.person.name);

async function openAnswer(): Promise<void> {
  for (const answer of pageAnswers) answer(server);
  await openScreen(visit);
  await pressControl(`${texts.questions.answer} ${name}`);
}

describeScreen(
  'CommissionLinesScreen',
  {
    ...visit,
    answers: pageAnswers,
    reads: { route: listCommissionLines, waiting: texts.loading },
    empty: {
      answers: [answerWith(listCommissionLines, { ...page, results: [], count: 0 })],
      shows: [texts.noneYet, texts.questions.none],
    },
    filled: ['Rae Reyes', '8% of $295.00 = $23.60', '$23.60', 'Why only 8%?', '1 open question'],
  },
  () => {
    test('an adjustment without a person or a reason is reported at its fields, and nothing is sent', async () => {
      for (const answer of pageAnswers) answer(server);
      server.answer(listUsersByMembership, []);
      await openScreen(visit);
      await pressControl(texts.adjust);
      await pressControl(texts.adjustment.submit);
      expectProblemAt(texts.adjustment.person, texts.adjustment.personMissing);
      expectProblemAt(texts.adjustment.reason, 'Reason is required.');
      await expectAccessible();
      expect(server.receivedCalls(adjustCommission)).toEqual([]);
    });

    test('a line can be adjusted by a negative amount with a reason', async () => {
      for (const answer of pageAnswers) answer(server);
      server.answer(adjustCommission, line);
      await openScreen(visit);
      await pressControl(`Actions for ${name}`);
      await pressControl(texts.adjustLine);
      await fillFields({ [texts.adjustment.amount]: '-12.50', [texts.adjustment.reason]: 'Paid twice' });
      await pressControl(texts.adjustment.submit);
      expectAnnounced('status', texts.adjustment.done);
      expect(server.receivedCalls(adjustCommission)).toMatchObject([
        { body: { domain_id: 3, person_id: 7, amount: -12.5, reason: 'Paid twice', line_id: 41 } },
      ]);
    });

    test('the statement of a line’s person is asked for of the line’s month, and of another month that is chosen', async () => {
      for (const answer of pageAnswers) answer(server);
      server.refuse(printCommissionStatement, 'too_long_to_print');
      server.refuse(exportCommissionStatement, 'not_found');
      await openScreen(visit);
      await pressControl(`Actions for ${name}`);
      await pressControl(texts.openStatement);
      expectTexts(texts.statement.title('Rae Reyes'));
      await expectAccessible();
      await pressControl(texts.statement.pdf);
      expectAnnounced('alert', 'This month has more than 5,000 rows, too many for a PDF. Download it as CSV.');
      expect(server.receivedCalls(printCommissionStatement)).toMatchObject([
        { params: { user_id: '7', month: '2026-02' } },
      ]);
      await pressControl('02/26');
      await pressControl('Jan');
      await pressControl(texts.statement.csv);
      expect(server.receivedCalls(exportCommissionStatement)).toMatchObject([
        { params: { user_id: '7', month: '2026-01' } },
      ]);
    });

    test('the questions are asked for by themselves, so that those about paid lines are shown', async () => {
      for (const answer of pageAnswers) answer(server);
      await openScreen(visit);
      expect(server.receivedCalls(listCommissionLines)).toContainEqual(
        expect.objectContaining({ query: expect.objectContaining({ dispute: 'open' }) }),
      );
    });

    test('a message of the administrator is added to the thread', async () => {
      const reply = { id: 2, from: 'administrator' as const, text: 'By your plan.', at: '2026-03-01T10:00:00.000Z' };
      server.answer(addDisputeMessage, { id: line.dispute?.id ?? 0, state: 'open', messages: [message, reply] });
      await openAnswer();
      await expectAccessible();
      await fillFields({ [texts.questions.reply]: 'By your plan.' });
      await pressControl(texts.questions.send);
      expectTexts('Why only 8%?', 'By your plan.');
      expect(server.receivedCalls(addDisputeMessage)).toMatchObject([{ body: { text: 'By your plan.' } }]);
    });

    test('a question is closed with its outcome, and a kept line sends no amount', async () => {
      server.answer(closeCommissionDispute, { id: line.dispute?.id ?? 0, state: 'kept', messages: [message] });
      await openAnswer();
      await fillFields({ [texts.questions.answerText]: 'The plan says 8%.' });
      await pressControl(texts.questions.close);
      expectAnnounced('status', texts.questions.closed);
      expect(server.receivedCalls(closeCommissionDispute)).toMatchObject([
        { body: { outcome: 'kept', text: 'The plan says 8%.' } },
      ]);
    });

    test('an answer that came first is shown in the modal', async () => {
      server.refuse(closeCommissionDispute, 'dispute_closed');
      await openAnswer();
      await fillFields({ [texts.questions.answerText]: 'The plan says 8%.' });
      await pressControl(texts.questions.close);
      expectTexts('This question has been answered already.');
    });
  },
);
