import { disputeCommissionLine, listOwnCommissions, OwnCommissionLine } from '@vialkeep/contract/commissions.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server } from '../../../testing/open-screen.tsx';
import { expectProblemAt, fieldLabelled, fillFields, pressControl } from '../../../testing/page-controls.ts';
import { memberOf } from '../../../testing/people.ts';
import { myCommissionsTexts as texts } from './my-commissions.texts.ts';

const line = buildSample(OwnCommissionLine, {
  id: 41,
  day: '2026-02-10',
  words: 'Sales rep: 8% of the net amount',
  arithmetic: '8% of $295.00 = $23.60',
  amount: 23.6,
  transaction_id: 1001,
  product: 'Harvesting Kit',
  patient: '#2031',
  state: 'held',
  payable_on: '2026-03-12',
  may: ['ask'],
});
const totals = { held: 23.6, payable: 100, in_run: 0, paid: 40, balance: 123.6 };
const months = [
  { month: '2026-02', earned: 83.6, paid: 40 },
  { month: '2026-03', earned: 40, paid: 0 },
];
const own = { totals, months, first_month: '2025-03', results: [line], count: 1, count_is_exact: true };
const visit = { page: '/my-commissions', as: memberOf(Plan.salesRep) };

describeScreen(
  'MyCommissionsScreen',
  {
    ...visit,
    answers: [answerWith(listOwnCommissions, own)],
    reads: { route: listOwnCommissions, waiting: texts.loading, failed: texts.failed },
    empty: {
      answers: [
        answerWith(listOwnCommissions, {
          ...own,
          months: months.map(({ month }) => ({ month, earned: 0, paid: 0 })),
          results: [],
          count: 0,
        }),
      ],
      shows: [texts.lines.noneYet, texts.plot.none],
    },
    filled: ['$123.60', '8% of $295.00 = $23.60', 'until 12 Mar 2026', 'Patient #2031', texts.statement.pdf],
  },
  () => {
    test('where commissions are off the page says so', async () => {
      server.refuse(listOwnCommissions, 'not_found');
      await openScreen(visit);
      expectTexts(texts.off);
      expectNoTexts(texts.balance);
      await expectAccessible();
    });

    test('a statement can be chosen of any month from the first line on, and the last complete month is proposed', async () => {
      server.answer(listOwnCommissions, own);
      await openScreen(visit);
      const month = fieldLabelled(texts.statement.month);
      expect(month.value).toBe('2026-02');
      const offered = [...month.querySelectorAll('option')].map(({ value }) => value);
      expect([offered.length, offered[0], offered.at(-1)]).toEqual([13, '2026-03', '2025-03']);
      await expectAccessible();
    });

    test('a question about a line is sent, and an empty one is reported at its field', async () => {
      server.answer(listOwnCommissions, own);
      server.answer(disputeCommissionLine, { id: 5, state: 'open', messages: [] });
      await openScreen(visit);
      await pressControl(`${texts.lines.ask} ${texts.lines.name(41)}`);
      await pressControl(texts.ask.submit);
      expectProblemAt(texts.ask.text, 'Text is required.');
      await expectAccessible();
      await fillFields({ [texts.ask.text]: 'Why not 10%?' });
      await pressControl(texts.ask.submit);
      expectAnnounced('status', texts.ask.sent);
      expect(server.receivedCalls(disputeCommissionLine)).toMatchObject([{ body: { text: 'Why not 10%?' } }]);
    });
  },
);
