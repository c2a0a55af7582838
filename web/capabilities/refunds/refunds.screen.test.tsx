import { Plan } from '@vialkeep/contract/plans.ts';
import { approveRefund, cancelRefund, listRefunds, Refund, rejectRefund } from '@vialkeep/contract/refunds.ts';
import { expect, test } from 'vitest';
import { refundsTexts } from '../../components/refunds/refunds.texts.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { refundListTexts as texts } from './refunds.texts.ts';

const visit = { page: '/money/refunds', as: memberOf(Plan.superAdmin), may: ['refunds.administer'] };
const requested = buildSample(Refund, {
  id: 7,
  transaction_id: 1042,
  amount: 1_205,
  way: null,
  reason: 'not_delivered',
  note: 'The kits came back.',
  state: 'requested',
  words: 'Another administrator has to approve this.',
  requested_by: 'Ada Min',
  approved_by: null,
  may: ['approve', 'reject', 'cancel'],
});
const rows = { results: [requested], count: 1 };
const ended = (state: Refund['state'], words: string) => Refund.parse({ ...requested, state, words, may: [] });
const name = texts.rowName(7);

describeScreen(
  'RefundsScreen',
  {
    ...visit,
    answers: [answerWith(listRefunds, rows)],
    reads: { route: listRefunds, waiting: texts.loading },
    empty: { answers: [answerWith(listRefunds, { results: [], count: 0 })], shows: [texts.noneYet] },
    filled: ['#1042', '$1,205.00', refundsTexts.states.requested, requested.words, 'Ada Min', '1 refund'],
  },
  () => {
    test('a refund is approved after a question, and then offers no decision', async () => {
      server.answer(listRefunds, rows);
      const done = ended('done', 'Refunded $1,205.00 to Visa ending in 1111. Banks show it in 3 to 10 days.');
      server.answer(approveRefund, done);
      await openScreen(visit);
      await pressControl(`${texts.approve} ${name}`);
      expectTexts(texts.approveQuestion, 'The kits came back.');
      await expectAccessible();
      server.answer(listRefunds, { results: [done], count: 1 });
      await pressControl(texts.approveTitle);
      expect(server.receivedCalls(approveRefund)).toHaveLength(1);
      expectTexts(done.words);
      expect(hasControl(`${texts.approve} ${name}`)).toBe(false);
    });

    test('a refund of the administrator’s own is not approved, and the question says why', async () => {
      server.answer(listRefunds, rows);
      server.refuse(approveRefund, 'own_request');
      await openScreen(visit);
      await pressControl(`${texts.approve} ${name}`);
      await pressControl(texts.approveTitle);
      expectTexts(approveRefund.refusals.own_request.message);
    });

    test('a rejection needs a note', async () => {
      server.answer(listRefunds, rows);
      server.answer(rejectRefund, ended('rejected', 'Rejected: They kept the kits.'));
      await openScreen(visit);
      await pressControl(`${texts.reject} ${name}`);
      await pressControl(texts.rejectTitle);
      expectProblemAt(texts.rejectNote, 'Note is required.');
      await fillFields({ [texts.rejectNote]: 'They kept the kits.' });
      await pressControl(texts.rejectTitle);
      expect(server.receivedCalls(rejectRefund)).toMatchObject([{ body: { note: 'They kept the kits.' } }]);
      expectTexts('Rejected: They kept the kits.');
    });

    test('a refund is cancelled after a question', async () => {
      server.answer(listRefunds, rows);
      server.answer(cancelRefund, ended('cancelled', 'Cancelled. Nothing was given back.'));
      await openScreen(visit);
      await pressControl(`${texts.cancel} ${name}`);
      await pressControl(texts.cancelTitle);
      expect(server.receivedCalls(cancelRefund)).toHaveLength(1);
      expectTexts('Cancelled. Nothing was given back.');
    });
  },
);
