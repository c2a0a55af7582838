import {
  addPasskey,
  confirmTotp,
  Factor,
  passkeyOptions,
  readIdentity,
  removeFactor,
  renewRecoveryCodes,
  sendFactorCode,
  startTotp,
} from '@vialkeep/contract/factors.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { buildSample } from '../../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server, settleScreen, user, useScreens } from '../../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, hasControl, pressControl } from '../../../testing/page-controls.ts';
import { passkeyOptionsSample, removePasskeys, standInPasskeys } from '../../../testing/passkeys.ts';
import { memberOf } from '../../../testing/people.ts';
import { deviceName } from './device-name.ts';
import { factorsTexts as texts } from './factors.texts.ts';

const visit = { page: '/second-factor', as: memberOf(Plan.harvestCenter), may: ['identity.manage'] };
const nothing = buildSample(readIdentity.answer, { needs_mail_code: true });
const passkey = Factor.parse({
  id: 'passkey-1',
  kind: 'passkey',
  label: 'Laptop',
  added_at: '2026-02-01T08:00:00.000Z',
  last_used_at: null,
});
const app = Factor.parse({
  ...passkey,
  id: 'totp',
  kind: 'totp',
  label: 'Phone',
  last_used_at: '2026-02-03T08:00:00Z',
});
const filled = buildSample(readIdentity.answer, { factors: [passkey, app], recovery_left: 9 });
const done = { success: true, message: 'Done.' } as const;
const codes = ['aaaa-1111', 'bbbb-2222'];

describeScreen('SecondFactorScreen', {
  ...visit,
  answers: [answerWith(readIdentity, filled)],
  reads: { route: readIdentity, waiting: texts.card.loading, failed: texts.card.failed },
  empty: { answers: [answerWith(readIdentity, nothing)], shows: [texts.card.none, texts.required.before] },
  filled: ['Laptop', 'Phone', texts.card.unused, texts.card.recoveryLeft(9), texts.required.done],
});

describe('Card How you log in', () => {
  useScreens();
  afterEach(removePasskeys);

  test('the first passkey asks for the code of the letter and shows recovery codes until they are kept', async () => {
    standInPasskeys();
    server.answer(readIdentity, nothing);
    server.answer(sendFactorCode, { success: true, message: 'A code is on its way.' });
    server.answer(passkeyOptions, { login: 'challenge', options: passkeyOptionsSample });
    server.refuse(addPasskey, 'wrong_mail_code');
    await openScreen(visit);
    await pressControl(texts.card.addPasskey);
    expectAnnounced('status', 'A code is on its way.');
    await expectAccessible();
    await fillFields({ [texts.passkey.name]: 'Laptop', [texts.mail.field]: '111111' });
    await pressControl(texts.passkey.submit);
    expectProblemAt(texts.mail.field, 'This code is not right.');
    server.answer(addPasskey, { ...done, factor: passkey, recovery_codes: codes });
    server.answer(readIdentity, filled);
    await fillFields({ [texts.mail.field]: '222222' });
    await pressControl(texts.passkey.submit);
    expect(server.receivedCalls(addPasskey).at(-1)).toMatchObject({
      body: { login: 'challenge', label: 'Laptop', mail_code: '222222', response: { id: 'AQID' } },
    });
    expectTexts(texts.codes.title, ...codes);
    await expectAccessible();
    await user.keyboard('{Escape}');
    expectTexts(...codes);
    await pressControl(texts.codes.kept);
    expectNoTexts(...codes);
  });

  test.each([
    ['cancelled', texts.passkey.unused],
    ['known', texts.passkey.known],
  ] as const)('a passkey that is %s in the browser is not added, and the dialog says so', async (outcome, said) => {
    standInPasskeys(outcome);
    server.answer(readIdentity, filled);
    server.answer(passkeyOptions, { login: 'challenge', options: passkeyOptionsSample });
    await openScreen(visit);
    await pressControl(texts.card.addPasskey);
    await fillFields({ [texts.passkey.name]: 'Laptop' });
    await pressControl(texts.passkey.submit);
    expectAnnounced('alert', said);
    expect(server.receivedCalls(addPasskey)).toEqual([]);
    await expectAccessible();
  });

  test('an app is set up with the key as a picture and as text, and a wrong code is marked at its field', async () => {
    server.answer(readIdentity, { ...nothing, needs_mail_code: false });
    server.answer(startTotp, { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/a?secret=JBSWY3DPEHPK3PXP' });
    server.refuse(confirmTotp, 'wrong_code');
    await openScreen(visit);
    expect(hasControl(texts.card.addPasskey)).toBe(false);
    await pressControl(texts.card.setUpApp);
    expectTexts('JBSWY3DPEHPK3PXP');
    await expectAccessible();
    await fillFields({ [texts.app.code]: '123 456' });
    await pressControl(texts.app.submit);
    expectProblemAt(texts.app.code, 'This code is not right.');
    expect(server.receivedCalls(confirmTotp)).toMatchObject([{ body: { code: '123456' } }]);
  });

  test('a key that could not be made can be asked for again', async () => {
    server.answer(readIdentity, nothing);
    server.refuse(startTotp, 'unexpected');
    await openScreen(visit);
    await pressControl(texts.card.setUpApp);
    expectAnnounced('alert', texts.app.failed);
    server.answer(startTotp, { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/a' });
    server.answer(sendFactorCode, done);
    await pressControl('Try again');
    expectTexts('JBSWY3DPEHPK3PXP');
  });

  test('the last factor that a site requires is not removed, and the reason is shown', async () => {
    server.answer(readIdentity, { ...filled, factors: [passkey], required: true });
    server.refuse(removeFactor, 'still_required');
    await openScreen(visit);
    await pressControl(`${texts.card.remove} Laptop`);
    expectTexts(texts.remove.question, texts.remove.last);
    await expectAccessible();
    await pressControl(texts.remove.confirm);
    expectAnnounced('alert', removeFactor.refusals.still_required.message);
    expect(server.receivedCalls(removeFactor)).toMatchObject([{ params: { id: 'passkey-1' } }]);
  });

  test('new recovery codes replace the old ones after a question', async () => {
    server.answer(readIdentity, filled);
    server.answer(renewRecoveryCodes, { ...done, recovery_codes: codes });
    await openScreen(visit);
    await pressControl(texts.card.newCodes);
    expectTexts(texts.card.newCodesQuestion);
    expect(server.receivedCalls(renewRecoveryCodes)).toEqual([]);
    await user.click(document.querySelectorAll<HTMLElement>('[aria-modal=true] button')[2] ?? document.body);
    await settleScreen(400);
    await pressControl(texts.codes.kept);
    expect(server.receivedCalls(renewRecoveryCodes)).toHaveLength(1);
  });

  test('a missing factor that is due in three days is announced with the days that are left', async () => {
    server.answer(readIdentity, { ...nothing, required: true, due_at: '2026-03-05T08:00:00.000Z' });
    await openScreen(visit);
    expectTexts(texts.card.dueIn(3, '5 Mar 2026'));
    await expectAccessible();
  });

  test('a user without the right to manage factors sees them and no buttons', async () => {
    server.answer(readIdentity, filled);
    await openScreen({ ...visit, may: [] });
    expectTexts('Laptop');
    expect([`${texts.card.remove} Laptop`, texts.card.newCodes, texts.card.setUpApp].map(hasControl)).toEqual([
      false,
      false,
      false,
    ]);
  });
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36', 'Chrome on Linux'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1', 'Safari on iPhone'],
  ['curl/8', ''],
])('the name that is proposed for a passkey of %s is "%s"', (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});
