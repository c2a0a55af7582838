import { passkeyLogin, passkeyLoginOptions, secondFactorLogin } from '@vialkeep/contract/factors.ts';
import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { currentSession, login } from '@vialkeep/contract/session.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { proofTexts } from '../../components/identity/proof.texts.ts';
import { LOGIN_REDIRECT_MS } from '../../kernel/timings.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen, shownAddress, useScreens } from '../../testing/open-screen.tsx';
import { expectProblemAt, fieldLabelled, fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { passkeyOptionsSample, removePasskeys, standInPasskeys } from '../../testing/passkeys.ts';
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

describe('Second step of the login', () => {
  useScreens();
  afterEach(removePasskeys);
  const step = sessionTexts.secondStep;
  const opened = { success: true, message: 'Welcome back.', token: 'token', user } as const;

  /** Types the password, after which the server asks for these. */
  async function openSecondStep(
    methods: readonly ('passkey' | 'totp' | 'recovery_code')[] = ['totp', 'recovery_code'],
    mayRemember = true,
  ) {
    const passkey = methods.includes('passkey') ? passkeyOptionsSample : null;
    const next = { login: 'challenge', methods: [...methods], passkey, may_remember: mayRemember };
    server.answer(login, { success: true, message: step.lead, token: null, user: null, next });
    server.answer(currentSession, buildSample(currentSession.answer, { user }));
    await openScreen(visit);
    await fillFields(typed);
    await pressControl(texts.submit);
  }

  test('the code of the app finishes the login, and the device is remembered only if the user ticks it', async () => {
    await openSecondStep();
    expectTexts(texts.title, step.lead, step.remember);
    expect(localStorage.getItem('token')).toBeNull();
    await expectAccessible();
    server.answer(secondFactorLogin, opened);
    await fillFields({ [proofTexts.fields.totp]: '123 456' });
    await pressControl(step.submit);
    expect(server.receivedCalls(secondFactorLogin)).toMatchObject([{ body: { login: 'challenge', totp: '123456' } }]);
    expect(server.receivedCalls(secondFactorLogin)[0]?.body).not.toHaveProperty('remember_device');
    await settleScreen(LOGIN_REDIRECT_MS);
    expect(shownAddress()).toBe('/dashboard');
  });

  test('a login whose device cannot be remembered does not offer it', async () => {
    await openSecondStep(['totp'], false);
    expectTexts(step.lead);
    expectNoTexts(step.remember);
    await expectAccessible();
  });

  test('a wrong code is marked at its field, and a recovery code can be used instead', async () => {
    await openSecondStep();
    server.refuse(secondFactorLogin, 'wrong_code');
    await fillFields({ [proofTexts.fields.totp]: '000000' });
    await pressControl(step.submit);
    expectProblemAt(proofTexts.fields.totp, 'This code is not right.');
    await pressControl(proofTexts.useInstead.recovery_code);
    await fillFields({ [proofTexts.fields.recovery_code]: 'abcd-efgh' });
    server.answer(secondFactorLogin, opened);
    await pressControl(step.submit);
    expect(server.receivedCalls(secondFactorLogin).at(-1)).toMatchObject({ body: { recovery_code: 'abcd-efgh' } });
    await settleScreen(LOGIN_REDIRECT_MS);
  });

  test('an empty code is not sent', async () => {
    await openSecondStep();
    await pressControl(step.submit);
    expectProblemAt(proofTexts.fields.totp, proofTexts.missing.totp);
    expect(server.receivedCalls(secondFactorLogin)).toEqual([]);
  });

  test('a login that took too long returns to the password with the reason, and Back returns without one', async () => {
    await openSecondStep();
    server.refuse(secondFactorLogin, 'login_expired');
    await fillFields({ [proofTexts.fields.totp]: '123456' });
    await pressControl(step.submit);
    expectAnnounced('alert', secondFactorLogin.refusals.login_expired.message);
    expect(fieldLabelled(texts.login).value).toBe('hc@vialkeep.test');
    expect(fieldLabelled(texts.password).value).toBe('');
    await fillFields(typed);
    await pressControl(texts.submit);
    await pressControl(step.back);
    expect(fieldLabelled(texts.login).value).toBe('hc@vialkeep.test');
    await expectAccessible();
  });

  test('a passkey finishes the login where the site offers it', async () => {
    standInPasskeys();
    await openSecondStep(['passkey', 'recovery_code']);
    await expectAccessible();
    server.answer(secondFactorLogin, opened);
    await pressControl(proofTexts.passkey);
    expect(server.receivedCalls(secondFactorLogin)).toMatchObject([
      { body: { login: 'challenge', passkey: { id: 'AQID' } } },
    ]);
    await settleScreen(LOGIN_REDIRECT_MS);
  });

  test('a browser without passkeys shows the other ways and no button for a passkey', async () => {
    await openSecondStep(['passkey', 'totp', 'recovery_code']);
    expect(hasControl(proofTexts.passkey)).toBe(false);
    expect(fieldLabelled(proofTexts.fields.totp)).toBeDefined();
  });
});

describe('Login with a passkey alone', () => {
  useScreens();
  afterEach(removePasskeys);

  test('a browser without passkeys has no link for them', async () => {
    await openScreen(visit);
    expect(hasControl(texts.passkey)).toBe(false);
  });

  test('the link opens a session without e-mail and password', async () => {
    standInPasskeys();
    server.answer(passkeyLoginOptions, { login: 'challenge', passkey: passkeyOptionsSample });
    server.answer(passkeyLogin, { success: true, message: 'Welcome back.', token: 'token', user });
    server.answer(currentSession, buildSample(currentSession.answer, { user }));
    await openScreen(visit);
    await expectAccessible();
    await pressControl(texts.passkey);
    expect(server.receivedCalls(passkeyLogin)).toMatchObject([
      { body: { login: 'challenge', response: { id: 'AQID' } } },
    ]);
    expect(localStorage.getItem('token')).toBe('token');
    await settleScreen(LOGIN_REDIRECT_MS);
    expect(shownAddress()).toBe('/dashboard');
  });

  test('a passkey that the user cancels leaves the page as it was, with the way on', async () => {
    standInPasskeys('cancelled');
    server.answer(passkeyLoginOptions, { login: 'challenge', passkey: passkeyOptionsSample });
    await openScreen(visit);
    await pressControl(texts.passkey);
    expectAnnounced('alert', texts.passkeyUnused);
    expect(server.receivedCalls(passkeyLogin)).toEqual([]);
    expect(hasControl(texts.passkey)).toBe(true);
  });

  test.each(['passkey_refused', 'account_inactive'] as const)(
    'a passkey refused as %s shows the reason',
    async (reason) => {
      standInPasskeys();
      server.answer(passkeyLoginOptions, { login: 'challenge', passkey: passkeyOptionsSample });
      server.refuse(passkeyLogin, reason);
      await openScreen(visit);
      await pressControl(texts.passkey);
      expectAnnounced('alert', passkeyLogin.refusals[reason].message);
      expect(localStorage.getItem('token')).toBeNull();
    },
  );
});
