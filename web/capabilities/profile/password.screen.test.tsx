import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { PASSWORDS_DIFFER, updatePassword } from '@vialkeep/contract/profile.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { fieldLabelled, fillFields, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { formTexts } from '../../ui/form/form.texts.ts';
import { profileTexts } from './profile.texts.ts';

const texts = profileTexts.password;
const visit = { page: '/password', as: memberOf(Plan.harvestCenter) };
const typed = {
  [texts.current]: 'the old password',
  [texts.next]: 'correct horse battery',
  [texts.confirmation]: 'correct horse battery',
};

describeScreen(
  'PasswordScreen',
  { ...visit, answers: [], filled: [texts.title, texts.current, texts.next, texts.confirmation] },
  () => {
    test('F036 two new passwords that differ are not sent, and a dialog says so', async () => {
      await openScreen(visit);
      await pressControl(texts.submit);
      expectAnnounced('alert', formTexts.needAttention(2));
      await fillFields({ ...typed, [texts.confirmation]: 'another horse battery' });
      await pressControl(texts.submit);
      expectTexts(PASSWORDS_DIFFER);
      await expectAccessible();
      await pressControl(texts.close);
      expectNoTexts(PASSWORDS_DIFFER);
      expect(server.receivedCalls(updatePassword)).toEqual([]);
    });

    test('a refused change opens a dialog with the reason', async () => {
      server.refuse(updatePassword, 'too_many_requests');
      await openScreen(visit);
      await fillFields(typed);
      await pressControl(texts.submit);
      expectTexts(commonRefusals.too_many_requests.message);
      await expectAccessible();
    });

    test('a saved password empties the form, and a dialog shows the message of the server', async () => {
      server.answer(updatePassword, buildSample(updatePassword.answer, { message: 'The password is changed.' }));
      await openScreen(visit);
      await fillFields(typed);
      await pressControl(texts.submit);
      expectTexts('The password is changed.');
      expect(fieldLabelled(texts.next).value).toBe('');
    });

    test('a user with a one-time password reads why the password must be changed', async () => {
      server.answer(currentSession, buildSample(currentSession.answer, { user: visit.as, must_change_password: true }));
      await openScreen(visit);
      expectAnnounced('status', texts.mustChange);
    });
  },
);
