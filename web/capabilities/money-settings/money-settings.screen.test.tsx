import { changeMoneySettings, MoneySettings, readMoneySettings } from '@vialkeep/contract/money-settings.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { DomainOption, listDomains } from '@vialkeep/contract/sites.ts';
import { expect, test } from 'vitest';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, user } from '../../testing/open-screen.tsx';
import { expectProblemAt, fieldLabelled, fillFields, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { moneySettingsTexts as texts } from './money-settings.texts.ts';

const settings = MoneySettings.parse({
  domain: { id: 1, name: 'Vialkeep' },
  commissions: false,
  storage: false,
  four_eyes: 1000,
  min_payout: 25,
  dunning_days: [3, 7, 14],
  grace_after_days: 30,
  grace_days: 90,
  counsel_noted: false,
  version: 4,
});
const sites = [DomainOption.parse({ value: 1, label: 'Vialkeep', name: 'Vialkeep' })];
const visit = { page: '/money/settings', as: memberOf(Plan.superAdmin) };

function answerReads(): void {
  server.answer(listDomains, sites);
  server.answer(readMoneySettings, settings);
}

describeScreen(
  'MoneySettingsScreen',
  {
    ...visit,
    answers: [answerWith(listDomains, sites), answerWith(readMoneySettings, settings)],
    reads: { route: readMoneySettings, waiting: texts.loading, failed: texts.failed },
    filled: [texts.note, texts.fourEyesHelp, texts.dunningHelp],
  },
  () => {
    test('changed settings are sent with the version that was read', async () => {
      answerReads();
      server.answer(changeMoneySettings, { ...settings, version: 5, success: true, message: 'Saved.' });
      await openScreen(visit);
      await user.click(fieldLabelled(texts.storageOn + texts.storageHelp));
      await fillFields({ [texts.dunning]: '2, 9' });
      await pressControl(texts.submit);
      expectAnnounced('status', 'Saved.');
      expect(server.receivedCalls(changeMoneySettings)).toMatchObject([
        { body: { storage: true, dunning_days: [2, 9], four_eyes: 1000, version: 4 } },
      ]);
    });

    test('the tick about counsel is a checkbox with the words of the rule, and is sent with commissions', async () => {
      answerReads();
      server.answer(changeMoneySettings, { ...settings, version: 5, success: true, message: 'Saved.' });
      await openScreen(visit);
      await user.click(fieldLabelled(texts.commissionsOn + texts.commissionsHelp));
      const tick = fieldLabelled(texts.counsel);
      expect([tick.getAttribute('type'), tick.getAttribute('role')]).toEqual(['checkbox', null]);
      expect(texts.counsel).toBe('Pay for referrals is regulated in many places. We have asked our counsel.');
      await user.click(tick);
      await pressControl(texts.submit);
      expect(server.receivedCalls(changeMoneySettings)).toMatchObject([
        { body: { commissions: true, counsel_noted: true } },
      ]);
    });

    test('days that are no numbers are reported at their field, and nothing is sent', async () => {
      answerReads();
      await openScreen(visit);
      await fillFields({ [texts.dunning]: '3, soon' });
      await pressControl(texts.submit);
      expectProblemAt(texts.dunning, texts.dunningProblem);
      expect(server.receivedCalls(changeMoneySettings)).toEqual([]);
    });

    test('a refusal of commissions without counsel is shown at its field', async () => {
      answerReads();
      server.refuse(changeMoneySettings, 'counsel_not_asked', { fields: { counsel_noted: 'Ask counsel.' } });
      await openScreen(visit);
      await user.click(fieldLabelled(texts.commissionsOn + texts.commissionsHelp));
      await pressControl(texts.submit);
      expectTexts('Ask counsel.');
    });
  },
);
