import {
  adoptCommissionPlan,
  CommissionPlan,
  createCommissionPlan,
  deleteCommissionPlan,
  listCommissionPlans,
  readCommissionSimulation,
  simulateCommissionPlan,
  updateCommissionPlan,
  withdrawCommissionPlan,
} from '@vialkeep/contract/commission-plans.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { listProductOptions } from '@vialkeep/contract/products.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server, settleScreen } from '../../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, pressControl } from '../../../testing/page-controls.ts';
import { memberOf } from '../../../testing/people.ts';
import { plansTexts as texts } from './plans.texts.ts';

const rule = {
  id: 3,
  level: 'rep' as const,
  product_ids: [],
  person_id: null,
  rate_bp: 800,
  piece: null,
  base: 'net' as const,
  words: 'Sales rep: 8% of the net amount',
};
const draft = buildSample(CommissionPlan, {
  id: 5,
  name: 'Spring plan',
  starts_on: '2026-04-01',
  hold_days: 30,
  state: 'draft',
  rules: [rule],
  version: 2,
  may: ['change', 'delete', 'adopt', 'simulate'],
});
const adopted = buildSample(CommissionPlan, {
  ...draft,
  id: 4,
  name: 'Network plan',
  state: 'adopted',
  starts_on: '2025-01-01',
  ends_on: null,
  rules: [{ ...rule, id: 2 }],
  may: ['simulate'],
});
const coming = buildSample(CommissionPlan, {
  ...adopted,
  id: 6,
  name: 'Summer plan',
  starts_on: '2026-07-01',
  may: ['withdraw', 'simulate'],
});
const list = { results: [draft, coming, adopted], proposed_house_id: null };
const visit = { page: '/money/plans', as: memberOf(Plan.superAdmin) };
const pageAnswers = [
  answerWith(listCommissionPlans, list),
  answerWith(listDomains, []),
  answerWith(listProductOptions, []),
];

async function choose(action: string, plan = draft): Promise<void> {
  for (const answer of pageAnswers) answer(server);
  await openScreen(visit);
  await pressControl(`Actions for ${plan.name}`);
  await pressControl(action);
}

describeScreen(
  'CommissionPlansScreen',
  {
    ...visit,
    answers: pageAnswers,
    reads: { route: listCommissionPlans, waiting: texts.loading },
    empty: {
      answers: [answerWith(listCommissionPlans, { ...list, results: [] })],
      shows: [texts.noneYet],
    },
    filled: ['Spring plan', 'Network plan', rule.words, texts.states.draft, texts.everySite],
  },
  () => {
    test('a rule without a rate or an amount is reported at its field, and the rule reads as a sentence once it has one', async () => {
      for (const answer of pageAnswers) answer(server);
      server.answer(createCommissionPlan, draft);
      await openScreen(visit);
      await pressControl(texts.add);
      await pressControl(texts.form.addRule);
      await fillFields({ [texts.form.name]: 'Summer plan' });
      await pressControl(texts.form.submit);
      expectProblemAt(texts.form.rate, texts.form.unfinished);
      await expectAccessible();
      await fillFields({ [texts.form.rate]: '1.5' });
      expectTexts('Sales rep: 1.5% of the net amount');
      await pressControl(texts.form.submit);
      expectAnnounced('status', texts.form.saved);
      expect(server.receivedCalls(createCommissionPlan)).toMatchObject([
        { body: { name: 'Summer plan', hold_days: 30, rules: [{ level: 'rep', rate_bp: 150, piece: null }] } },
      ]);
    });

    test('an edited draft is saved with the version that was read', async () => {
      server.answer(updateCommissionPlan, draft);
      await choose(texts.edit);
      await fillFields({ [texts.form.name]: 'Late spring plan' });
      await pressControl(texts.form.submit);
      expect(server.receivedCalls(updateCommissionPlan)).toMatchObject([
        { body: { name: 'Late spring plan', version: 2, rules: [{ rate_bp: 800 }] } },
      ]);
    });

    test('a copy of an adopted plan is a new draft that begins today', async () => {
      server.answer(createCommissionPlan, draft);
      await choose(texts.copy, adopted);
      await pressControl(texts.form.submit);
      expect(server.receivedCalls(createCommissionPlan)).toMatchObject([
        { body: { name: 'Copy of Network plan', starts_on: '2026-03-02', rules: [{ rate_bp: 800 }] } },
      ]);
    });

    test('the refusal of an adoption stays in its modal', async () => {
      server.refuse(adoptCommissionPlan, 'more_than_all');
      await choose(texts.adopt);
      await expectAccessible();
      await pressControl(texts.adoption.confirm);
      expectAnnounced('alert', 'The levels together take more than 100%.');
      expect(server.receivedCalls(adoptCommissionPlan)).toMatchObject([{ body: { version: 2 } }]);
    });

    test('a plan is withdrawn after a question, and a refusal stays in its modal', async () => {
      server.refuse(withdrawCommissionPlan, 'plan_begun');
      await choose(texts.withdraw, coming);
      await expectAccessible();
      await pressControl(texts.withdrawal.confirm);
      expectAnnounced('alert', 'This plan has begun. Adopt another one that follows it.');
      expect(server.receivedCalls(withdrawCommissionPlan)).toMatchObject([{ body: { version: 2 } }]);
      server.answer(withdrawCommissionPlan, { ...coming, state: 'withdrawn', may: ['simulate'] });
      await pressControl(texts.withdrawal.confirm);
      expectAnnounced('status', texts.withdrawal.done);
    });

    test('a plan that may not be withdrawn has no such action', async () => {
      for (const answer of pageAnswers) answer(server);
      await openScreen(visit);
      await pressControl(`Actions for ${adopted.name}`);
      expect(document.body.textContent).toContain(texts.tryIt);
      expect(document.body.textContent).not.toContain(texts.withdraw);
    });

    test('a draft is deleted after a question', async () => {
      server.answer(deleteCommissionPlan, { success: true, message: 'Deleted.' });
      await choose(texts.remove);
      await pressControl(texts.removal.confirm);
      expectAnnounced('status', texts.removal.done);
      expect(server.receivedCalls(deleteCommissionPlan)).toHaveLength(1);
    });

    test('a plan is tried on past months until the result is there', async () => {
      // oxlint-disable-next-line unicorn/no-thenable -- a field of the answer, which is never awaited
      const compared = { now: 100, then: 120.5, difference: 20.5 };
      const simulation = buildSample(readCommissionSimulation.answer, {
        plan_id: draft.id,
        from: '2025-03-01',
        to: '2026-02-28',
        state: 'running',
        total: compared,
      });
      server.answer(simulateCommissionPlan, { simulation_id: 9 });
      server.answer(readCommissionSimulation, simulation);
      await choose(texts.tryIt);
      await pressControl(texts.trial.submit);
      expectAnnounced('status', texts.trial.running);
      server.answer(readCommissionSimulation, {
        ...simulation,
        state: 'done',
        months: [{ month: '2026-02', ...compared }],
        people: [{ person: { id: 7, name: 'Rae Reyes' }, ...compared }],
        levels: [{ level: 'rep', ...compared }],
      });
      await settleScreen(2_000);
      expectTexts('Feb 2026', 'Rae Reyes', '$120.50', '$20.50');
      await expectAccessible();
      expect(server.receivedCalls(simulateCommissionPlan)).toMatchObject([
        { body: { from: '2025-03-01', to: '2026-02-28' } },
      ]);
    });

    test('a trial while another one of the site runs is refused in the modal', async () => {
      server.refuse(simulateCommissionPlan, 'simulation_running');
      await choose(texts.tryIt);
      await pressControl(texts.trial.submit);
      expectTexts('Another plan of this site is being tried. Please wait for it.');
    });
  },
);
