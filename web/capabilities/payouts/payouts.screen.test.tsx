import { DomainId, PayoutRunId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import {
  approvePayoutRun,
  cancelPayoutRun,
  listPayoutRuns,
  makePayoutRun,
  markPayoutRunPaid,
  PayoutRun,
  PayoutRunSummary,
  RunPayee,
  readPayoutRun,
  returnPayout,
  setPayeeReference,
} from '@vialkeep/contract/payouts.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { describe, expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, useScreens } from '../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { payoutsTexts as texts } from './payouts.texts.ts';

const visit = { page: '/money/payouts', as: memberOf(Plan.superAdmin), may: ['payouts.administer'] };
const id = PayoutRunId.parse(4);
const domain = { id: DomainId.parse(1), name: 'Vialkeep' };
const shared = { id, domain, cutoff: '2026-11-05', total: 60, made_at: '2026-11-05T09:00:00.000Z' };
const summary = buildSample(PayoutRunSummary, { ...shared, state: 'draft', people_count: 1 });
const page = { results: [summary], count: 1 };
const person = { id: UserId.parse(7), name: 'Julian Reyes' };
const payee = buildSample(RunPayee, {
  person,
  amount: 60,
  state: 'due',
  payee_reference: 'PAY-1',
  paid_on: null,
  reference: '',
  note: '',
  may: [],
});
const draft = buildSample(PayoutRun, {
  ...shared,
  state: 'draft',
  people: [payee],
  carried_over: [{ person: { id: UserId.parse(8), name: 'Dana Whitlock' }, amount: -5 }],
  made_by: { id: UserId.parse(9), name: 'Ada Moore' },
  approved_by: null,
  approved_at: null,
  file_sha256: null,
  needs_second: true,
  version: 3,
  may: ['approve', 'cancel', 'set_reference'],
});
const approved: PayoutRun = {
  ...draft,
  state: 'approved',
  people: [{ ...payee, may: ['pay', 'return'] }],
  may: ['export', 'mark_paid'],
};
const oneRun = { ...visit, address: '/money/payouts?run=4' };

describeScreen(
  'PayoutsScreen',
  {
    ...visit,
    answers: [answerWith(listPayoutRuns, page)],
    reads: { route: listPayoutRuns, waiting: texts.loading },
    empty: { answers: [answerWith(listPayoutRuns, { results: [], count: 0 })], shows: [texts.noneYet] },
    filled: [texts.runName(4), '$60.00', texts.states.draft, '1 run'],
  },
  () => {
    test('a run of which nothing is payable is refused at its day, and a new one opens', async () => {
      server.answer(listPayoutRuns, page);
      server.answer(listDomains, []);
      const { message } = makePayoutRun.refusals.nothing_payable;
      server.refuse(makePayoutRun, 'nothing_payable', { fields: { cutoff: message } });
      await openScreen(visit);
      await pressControl(texts.make.open);
      await expectAccessible();
      await pressControl(texts.make.submit);
      expectProblemAt(texts.cutoff, message);
      server.answer(makePayoutRun, draft);
      server.answer(readPayoutRun, draft);
      await pressControl(texts.make.submit);
      expectTexts(texts.make.done(4), texts.runName(4), 'Julian Reyes');
    });
  },
);

describe('The page of one run', () => {
  useScreens();

  test('a draft shows its people and who is carried over, and is approved with its version', async () => {
    server.answer(readPayoutRun, draft);
    server.answer(approvePayoutRun, approved);
    await openScreen(oneRun);
    expectTexts('Julian Reyes', 'PAY-1', texts.one.carriedOver, 'Dana Whitlock');
    await expectAccessible();
    await pressControl(texts.one.approve);
    expectTexts(texts.one.approveQuestion);
    await expectAccessible();
    server.answer(readPayoutRun, approved);
    await pressControl(texts.one.approve);
    expect(server.receivedCalls(approvePayoutRun)).toMatchObject([{ body: { version: 3 } }]);
    expectTexts(texts.one.approved, texts.states.approved);
    expect(hasControl(texts.one.approve)).toBe(false);
  });

  test('the maker of a large run reads that another administrator has to approve it', async () => {
    server.answer(readPayoutRun, { ...draft, may: ['cancel'] });
    await openScreen(oneRun);
    expectTexts(texts.one.needsSecond);
    expect(hasControl(texts.one.approve)).toBe(false);
  });

  test('a run is cancelled after a question', async () => {
    server.answer(readPayoutRun, draft);
    server.answer(cancelPayoutRun, { ...draft, state: 'cancelled', may: [] });
    await openScreen(oneRun);
    await pressControl(texts.one.cancel);
    expectTexts(texts.one.cancelQuestion);
    await expectAccessible();
    await pressControl(texts.one.cancel);
    expectTexts(texts.one.cancelled);
  });

  test('the number of a payee is saved for the site of the run', async () => {
    server.answer(readPayoutRun, draft);
    server.answer(setPayeeReference, { success: true, message: 'The number has been saved.', reference: 'PAY-2' });
    await openScreen(oneRun);
    await pressControl(`${texts.one.setNumber} ${person.name}`);
    await expectAccessible();
    await fillFields({ [texts.one.number]: 'PAY-2' });
    await pressControl(texts.one.save);
    expect(server.receivedCalls(setPayeeReference)).toMatchObject([{ body: { domain_id: 1, reference: 'PAY-2' } }]);
    expectTexts('The number has been saved.');
  });

  test('a payment is returned only with a note', async () => {
    server.answer(readPayoutRun, approved);
    server.answer(returnPayout, approved);
    await openScreen(oneRun);
    await pressControl(`${texts.one.return} ${person.name}`);
    await pressControl(texts.one.return);
    expectProblemAt(texts.one.note, 'Note is required.');
    await expectAccessible();
    await fillFields({ [texts.one.note]: 'The account is closed' });
    await pressControl(texts.one.return);
    expect(server.receivedCalls(returnPayout)).toMatchObject([
      { body: { person_id: 7, note: 'The account is closed' } },
    ]);
    expectTexts(texts.one.returned);
  });

  test('one person of an approved run is marked as paid with the reference of the payment', async () => {
    server.answer(readPayoutRun, approved);
    server.answer(markPayoutRunPaid, approved);
    await openScreen(oneRun);
    expect(hasControl(texts.one.download)).toBe(true);
    await pressControl(`${texts.one.markPaid} ${person.name}`);
    await expectAccessible();
    await fillFields({ [texts.one.reference]: 'Batch 7' });
    await pressControl(texts.one.markPaid);
    expect(server.receivedCalls(markPayoutRunPaid)).toMatchObject([
      { body: { person_ids: [7], reference: 'Batch 7' } },
    ]);
    expectTexts(texts.one.paid);
  });
});
