import { listOwnAccess } from '@vialkeep/contract/access-records.ts';
import { readIdentity } from '@vialkeep/contract/factors.ts';
import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { savePreferences } from '@vialkeep/contract/preferences.ts';
import { listSessions, OpenSession } from '@vialkeep/contract/session.ts';
import { expect, test } from 'vitest';
import { ERROR_BAR_MS } from '../../kernel/timings.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen, user } from '../../testing/open-screen.tsx';
import { fieldLabelled, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { profileTexts } from './profile.texts.ts';

const texts = profileTexts.settings;
const visit = { page: '/settings', as: memberOf(Plan.harvestCenter) };
// The help text stands in the label.
const KEEP = texts.keep + texts.keepHelp;
const SHORTCUTS = texts.shortcuts + texts.shortcutsHelp;
const session = buildSample(OpenSession, { device: 'Firefox on Linux', proved_by: 'password and app' });
const answerIdentity = () => server.answer(readIdentity, buildSample(readIdentity.answer));

describeScreen(
  'SettingsScreen',
  {
    ...visit,
    answers: [
      answerWith(listSessions, [session]),
      answerWith(readIdentity, buildSample(readIdentity.answer)),
      answerWith(listOwnAccess, { results: [], count: 0 }),
    ],
    reads: { route: listSessions, waiting: texts.loadingSessions },
    filled: [texts.title, texts.keep, 'Firefox on Linux', 'password and app'],
  },
  () => {
    test('a preference that could not be saved is announced and stays in this browser', async () => {
      answerIdentity();
      server.answer(listSessions, [session]);
      server.answer(listOwnAccess, { results: [], count: 0 });
      server.refuse(savePreferences, 'unexpected');
      await openScreen(visit);
      await user.click(fieldLabelled(SHORTCUTS));
      await settleScreen();
      expectAnnounced('alert', commonRefusals.unexpected.message);
      expect(fieldLabelled(SHORTCUTS).checked).toBe(false);
      await expectAccessible();
      await user.click(fieldLabelled(SHORTCUTS));
      await settleScreen();
      expect(server.receivedCalls(savePreferences)).toMatchObject([
        { body: { shortcuts: false } },
        { body: { shortcuts: true } },
      ]);
    });

    test('V-01 messages stay until they are closed if the user chooses so', async () => {
      answerIdentity();
      server.answer(listSessions, [session]);
      server.answer(listOwnAccess, { results: [], count: 0 });
      server.answer(savePreferences, buildSample(savePreferences.answer));
      await openScreen(visit);
      await user.click(fieldLabelled(KEEP));
      await settleScreen();
      expect(server.receivedCalls(savePreferences)).toMatchObject([{ body: { keep_messages: true } }]);
      server.refuse(savePreferences, 'unexpected');
      await user.click(fieldLabelled(SHORTCUTS));
      await settleScreen(ERROR_BAR_MS * 3);
      expectAnnounced('alert', commonRefusals.unexpected.message);
      await pressControl('Close message');
      expectNoTexts(commonRefusals.unexpected.message);
      server.answer(savePreferences, buildSample(savePreferences.answer));
      await user.click(fieldLabelled(SHORTCUTS));
      await user.click(fieldLabelled(KEEP));
      await settleScreen();
    });

    test('U-03 the user is asked before all other sessions end', async () => {
      const other = OpenSession.parse({ ...session, id: 2, device: 'Safari on iOS' });
      answerIdentity();
      server.answer(listSessions, [{ ...session, current: true }, other]);
      server.answer(listOwnAccess, { results: [], count: 0 });
      await openScreen({ ...visit, may: ['session.end_others'] });
      await pressControl(texts.endOthers);
      expectTexts(texts.endOthersQuestion);
      await expectAccessible();
    });

    test('U-03 the density of tables that the user chooses is saved', async () => {
      answerIdentity();
      server.answer(listSessions, [session]);
      server.answer(listOwnAccess, { results: [], count: 0 });
      server.answer(savePreferences, buildSample(savePreferences.answer, { density: 'compact' }));
      await openScreen(visit);
      await user.click(fieldLabelled(texts.densities.compact));
      await settleScreen();
      expect(server.receivedCalls(savePreferences)).toMatchObject([{ body: { density: 'compact' } }]);
      expect(fieldLabelled(texts.densities.compact).checked).toBe(true);
    });
  },
);
