import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { savePreferences } from '@vialkeep/contract/preferences.ts';
import { listSessions, OpenSession } from '@vialkeep/contract/session.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen, user } from '../../testing/open-screen.tsx';
import { fieldLabelled } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { profileTexts } from './profile.texts.ts';

const texts = profileTexts.settings;
const visit = { page: '/settings', as: memberOf(Plan.harvestCenter) };
// The help text stands in the label.
const SHORTCUTS = texts.shortcuts + texts.shortcutsHelp;
const session = buildSample(OpenSession, { device: 'Firefox on Linux' });

describeScreen(
  'SettingsScreen',
  {
    ...visit,
    answers: [answerWith(listSessions, [session])],
    reads: { route: listSessions, waiting: texts.loadingSessions },
    filled: [texts.title, texts.keep, 'Firefox on Linux'],
  },
  () => {
    test('a preference that could not be saved is announced and stays in this browser', async () => {
      server.answer(listSessions, [session]);
      server.refuse(savePreferences, 'unavailable');
      await openScreen(visit);
      await user.click(fieldLabelled(SHORTCUTS));
      await settleScreen();
      expectAnnounced('alert', commonRefusals.unavailable.message);
      expect(fieldLabelled(SHORTCUTS).checked).toBe(false);
      await expectAccessible();
      await user.click(fieldLabelled(SHORTCUTS));
      await settleScreen();
      expect(server.receivedCalls(savePreferences)).toMatchObject([
        { body: { shortcuts: false } },
        { body: { shortcuts: true } },
      ]);
    });
  },
);
