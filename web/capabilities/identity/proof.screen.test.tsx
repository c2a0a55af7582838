import { readIdentity, renewRecoveryCodes, stepUp, stepUpOptions } from '@vialkeep/contract/factors.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { logout } from '@vialkeep/contract/session.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { proofTexts } from '../../components/identity/proof.texts.ts';
import { lockPage } from '../../kernel/session/lock.ts';
import { QUIET_WAIT_MS } from '../../kernel/timings.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen, user, useScreens } from '../../testing/open-screen.tsx';
import { expectProblemAt, fieldLabelled, fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { passkeyOptionsSample, removePasskeys, standInPasskeys } from '../../testing/passkeys.ts';
import { memberOf } from '../../testing/people.ts';
import { identityTexts } from './identity.texts.ts';

const texts = identityTexts.confirm;
const locked = identityTexts.locked;
const visit = { page: '/second-factor', as: memberOf(Plan.harvestCenter), may: ['identity.manage'] };
const factor = { id: 'totp', kind: 'totp', label: 'Phone', added_at: '2026-02-01', last_used_at: null } as const;
const made = { success: true as const, message: 'Done.', recovery_codes: ['aaaa-1111'] };
const proved = { success: true, valid_until: '2026-03-02T09:10:00.000Z' } as const;

/** Asks for new recovery codes, for which the server wants a proof in these ways. */
async function askForProof(methods: readonly ('passkey' | 'totp' | 'recovery_code' | 'password')[]): Promise<void> {
  server.answer(readIdentity, buildSample(readIdentity.answer, { factors: [factor] }));
  server.refuse(renewRecoveryCodes, 'step_up_required', { methods });
  await openScreen(visit);
  await pressControl('New recovery codes');
  await user.click(document.querySelectorAll<HTMLElement>('[aria-modal=true] button')[2] ?? document.body);
  await settleScreen(400);
}

describe('Dialog Confirm that it is you', () => {
  useScreens();
  afterEach(removePasskeys);

  test('the dialog names the act, marks a wrong code at its field, and repeats the call once', async () => {
    await askForProof(['totp', 'recovery_code']);
    expectTexts(texts.title, renewRecoveryCodes.summary);
    await expectAccessible();
    server.refuse(stepUp, 'wrong_code');
    await fillFields({ [proofTexts.fields.totp]: '000000' });
    await pressControl(texts.submit);
    expectProblemAt(proofTexts.fields.totp, 'This code is not right.');
    expect(server.receivedCalls(renewRecoveryCodes)).toHaveLength(1);
    server.answer(stepUp, proved);
    server.answer(renewRecoveryCodes, made);
    await fillFields({ [proofTexts.fields.totp]: '123456' });
    await pressControl(texts.submit);
    expect(server.receivedCalls(stepUp).at(-1)).toMatchObject({ body: { totp: '123456' } });
    expect(server.receivedCalls(renewRecoveryCodes)).toHaveLength(2);
    expectNoTexts(texts.title);
    expectTexts('aaaa-1111');
    await pressControl('I have kept them');
  });

  test('Escape cancels: nothing more is sent, and the page shows the refusal', async () => {
    await askForProof(['password']);
    expect(fieldLabelled(proofTexts.fields.password).type).toBe('password');
    await user.keyboard('{Escape}');
    await settleScreen(400);
    expectNoTexts(texts.title);
    expectAnnounced('alert', 'Please confirm that it is you.');
    expect(server.receivedCalls(renewRecoveryCodes)).toHaveLength(1);
    expect(server.receivedCalls(stepUp)).toEqual([]);
  });

  test('a passkey proves it with a fresh challenge', async () => {
    standInPasskeys();
    await askForProof(['passkey', 'recovery_code']);
    await expectAccessible();
    server.answer(stepUpOptions, { methods: ['passkey'], login: 'challenge', passkey: passkeyOptionsSample });
    server.answer(stepUp, proved);
    server.answer(renewRecoveryCodes, made);
    await pressControl(proofTexts.passkey);
    expect(server.receivedCalls(stepUp)).toMatchObject([{ body: { login: 'challenge', passkey: { id: 'AQID' } } }]);
    expectTexts('aaaa-1111');
    await pressControl('I have kept them');
  });

  test('a passkey that the user cancels leaves the dialog open with the other way', async () => {
    standInPasskeys('cancelled');
    await askForProof(['passkey', 'recovery_code']);
    server.answer(stepUpOptions, { methods: ['passkey'], login: 'challenge', passkey: passkeyOptionsSample });
    await pressControl(proofTexts.passkey);
    expectAnnounced('alert', proofTexts.passkeyUnused);
    expect(fieldLabelled(proofTexts.fields.recovery_code)).toBeDefined();
  });

  test('a person whose only way is a passkey reads in a browser without passkeys that there is none', async () => {
    await askForProof(['passkey']);
    expectTexts(proofTexts.noWay);
    expect(hasControl(proofTexts.passkey)).toBe(false);
    await expectAccessible();
  });
});

describe('Lock over the page', () => {
  useScreens();

  /** Opens a page with something typed into a dialog, and locks it. */
  async function lockHalfFilled(): Promise<void> {
    server.answer(readIdentity, buildSample(readIdentity.answer));
    await openScreen(visit);
    await user.click(document.body);
    lockPage();
    await settleScreen(400);
  }

  test('the page is hidden and inert, and stays mounted; the password opens it again', async () => {
    server.answer(stepUpOptions, { methods: ['password'], login: null, passkey: null });
    await lockHalfFilled();
    const page = document.querySelector('main')?.closest<HTMLElement>('body > *');
    expectTexts(locked.title);
    expect([document.documentElement.hasAttribute('data-locked'), page?.inert]).toEqual([true, true]);
    await expectAccessible();
    server.refuse(stepUp, 'wrong_password');
    await fillFields({ [proofTexts.fields.password]: 'wrong' });
    await pressControl(locked.submit);
    expectProblemAt(proofTexts.fields.password, 'This password is not right.');
    server.answer(stepUp, proved);
    await fillFields({ [proofTexts.fields.password]: 'right' });
    await pressControl(locked.submit);
    expectNoTexts(locked.title);
    expect([document.documentElement.hasAttribute('data-locked'), page?.inert]).toEqual([false, false]);
    expect(document.querySelector('main')?.closest('body > *')).toBe(page);
  });

  test('a call of a locked session locks the page, and is sent again after the unlocking', async () => {
    server.refuse(readIdentity, 'session_locked');
    server.answer(stepUpOptions, { methods: ['totp'], login: null, passkey: null });
    await openScreen(visit);
    await settleScreen(400);
    expectTexts(locked.title);
    server.answer(stepUp, proved);
    server.answer(readIdentity, buildSample(readIdentity.answer, { factors: [factor] }));
    await fillFields({ [proofTexts.fields.totp]: '123456' });
    await pressControl(locked.submit);
    expectTexts('Phone');
  });

  test('the lock announces that it looks for the ways, and a failure can be tried again', async () => {
    server.hold(stepUpOptions);
    await lockHalfFilled();
    await settleScreen(QUIET_WAIT_MS);
    expectAnnounced('status', locked.loading);
    expect(hasControl(locked.logOut)).toBe(true);
    await expectAccessible();
    server.refuse(stepUpOptions, 'unexpected');
    await settleScreen(400);
    expectAnnounced('alert', locked.failed);
    await expectAccessible();
    server.answer(stepUpOptions, { methods: ['password'], login: null, passkey: null });
    await pressControl('Try again');
    expect(fieldLabelled(proofTexts.fields.password)).toBeDefined();
  });

  test('Log out ends the session and the lock', async () => {
    server.answer(stepUpOptions, { methods: ['password'], login: null, passkey: null });
    server.answer(logout, { success: true, message: 'Bye.' });
    await lockHalfFilled();
    server.answer(readIdentity, buildSample(readIdentity.answer));
    await user.click(
      [...document.querySelectorAll('button')].find((one) => one.textContent === locked.logOut) ?? document.body,
    );
    expect(localStorage.getItem('token')).toBeNull();
    expect(document.documentElement.hasAttribute('data-locked')).toBe(false);
  });
});
