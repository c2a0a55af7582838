import { changeIdentityPolicy, IdentityPolicyFields, readIdentityPolicy } from '@vialkeep/contract/identity-policy.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { DomainOption, listDomains } from '@vialkeep/contract/sites.ts';
import { expect, test } from 'vitest';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen, user } from '../../testing/open-screen.tsx';
import { expectProblemAt, fieldLabelled, fillFields, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { policyTexts as texts } from './identity-policy.texts.ts';

const installation = IdentityPolicyFields.parse({
  second_factor_plans: [Plan.admin],
  grace_days: 14,
  step_up: true,
  verify_email: false,
  review_sign_ups: false,
  acting_reason: 'optional',
  idle_minutes_staff: 30,
  idle_minutes_others: 120,
  new_device_letter: false,
});
const policies = (id: number, name: string) =>
  readIdentityPolicy.answer.parse({
    domain: { id, name },
    installation,
    policy: { ...installation, second_factor_plans: [Plan.admin, Plan.harvestCenter] },
  });
const sites = [
  DomainOption.parse({ value: 1, label: 'Vialkeep', name: 'Vialkeep' }),
  DomainOption.parse({ value: 2, label: 'North', name: 'North' }),
];
const visit = { page: '/security/policy', as: memberOf(Plan.superAdmin) };
const STEP_UP = texts.stepUp + texts.fixed;
const NEW_DEVICE = texts.newDevice + texts.newDeviceHelp;

function answerReads(): void {
  server.answer(listDomains, sites);
  server.answer(readIdentityPolicy, policies(1, 'Vialkeep'));
}

describeScreen(
  'IdentityPolicyScreen',
  {
    ...visit,
    answers: [answerWith(listDomains, sites), answerWith(readIdentityPolicy, policies(1, 'Vialkeep'))],
    reads: { route: readIdentityPolicy, waiting: texts.loading, failed: texts.failed },
    filled: [texts.note, texts.always('Admin'), 'Harvest Center', texts.atMost(14)],
  },
  () => {
    test('what the installation asks for cannot be switched off, and the rest is saved with it', async () => {
      answerReads();
      server.answer(changeIdentityPolicy, { ...policies(1, 'Vialkeep'), success: true, message: 'Saved.' });
      await openScreen(visit);
      expect([fieldLabelled(STEP_UP).checked, fieldLabelled(STEP_UP).disabled]).toEqual([true, true]);
      await user.click(fieldLabelled(NEW_DEVICE));
      await fillFields({ [texts.grace]: '3' });
      await pressControl(texts.submit);
      expectAnnounced('status', 'Saved.');
      expect(server.receivedCalls(changeIdentityPolicy)).toMatchObject([
        {
          params: { domain_id: '1' },
          body: { second_factor_plans: [7, 4], grace_days: 3, new_device_letter: true, step_up: true },
        },
      ]);
    });

    test('a refusal that names a field is shown there', async () => {
      answerReads();
      server.refuse(changeIdentityPolicy, 'looser_than_installation', { fields: { grace_days: 'At most 14 days.' } });
      await openScreen(visit);
      await fillFields({ [texts.grace]: '20' });
      await pressControl(texts.submit);
      expectProblemAt(texts.grace, 'At most 14 days.');
      await expectAccessible();
    });

    test('an administrator of several sites chooses the one whose policy is shown', async () => {
      answerReads();
      await openScreen(visit);
      server.answer(readIdentityPolicy, policies(2, 'North'));
      await user.selectOptions(fieldLabelled('Site'), 'North');
      await settleScreen();
      expect(server.receivedCalls(readIdentityPolicy).at(-1)).toMatchObject({ params: { domain_id: '2' } });
      expectTexts(texts.atMost(30));
    });
  },
);
