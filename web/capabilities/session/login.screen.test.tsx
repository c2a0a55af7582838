import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { currentSession, login } from '@vialkeep/contract/session.ts';
import { expect, test } from 'vitest';
import { LOGIN_REDIRECT_MS } from '../../kernel/timings.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen, shownAddress } from '../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { sessionTexts } from './session.texts.ts';

const texts = sessionTexts.login;
const visit = { page: '/' };
const user = memberOf(Plan.harvestCenter);
const typed = { [texts.login]: 'hc@vialkeep.test', [texts.password]: 'correct horse battery' };

describeScreen('LoginScreen', { ...visit, answers: [], filled: [texts.title, texts.forgot] }, () => {
  test('F002 wrong credentials are refused with the reason, and the typed e-mail stays', async () => {
    server.refuse(login, 'wrong_credentials');
    await openScreen(visit);
    await fillFields(typed);
    await pressControl(texts.submit);
    expectAnnounced('alert', login.refusals.wrong_credentials.message);
    expectTexts('hc@vialkeep.test');
    await expectAccessible();
  });

  test('F002 an empty form is not sent and each field says what it needs', async () => {
    await openScreen(visit);
    await pressControl(texts.submit);
    expectProblemAt(texts.login, 'E-mail is required.');
    expectProblemAt(texts.password, 'required');
    expectTexts('2 fields need your attention.');
    expect(server.receivedCalls(login)).toEqual([]);
    await expectAccessible();
  });

  test('F001 the message of a login is announced and the dashboard opens after the specified pause', async () => {
    server.answer(login, { success: true, message: 'Welcome back.', token: 'token', user });
    server.answer(currentSession, buildSample(currentSession.answer, { user }));
    await openScreen(visit);
    await fillFields(typed);
    await pressControl(texts.submit);
    expectAnnounced('status', 'Welcome back.');
    expect(shownAddress()).toBe('/');
    await settleScreen(LOGIN_REDIRECT_MS);
    expect(shownAddress()).toBe('/dashboard');
  });

  test('a user who is logged in already leaves the login page', async () => {
    await openScreen({ ...visit, as: user });
    expect(shownAddress()).toBe('/dashboard');
  });

  test.each(['account_inactive', 'too_many_requests'] as const)(
    'F014 a login refused as %s shows the reason and stores no session',
    async (reason) => {
      server.refuse(login, reason);
      await openScreen(visit);
      await fillFields(typed);
      await pressControl(texts.submit);
      const { message } = { ...commonRefusals, ...login.refusals }[reason];
      expectAnnounced('alert', message);
      expect(localStorage.getItem('token')).toBeNull();
      expect(shownAddress()).toBe('/');
    },
  );
});
