import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { resetPassword } from '@vialkeep/contract/session.ts';
import { expect, test } from 'vitest';
import { describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen, user } from '../../testing/open-screen.tsx';
import {
  controlNamed,
  expectProblemAt,
  fieldLabelled,
  fillFields,
  pressControl,
  TRANSITION_MS,
} from '../../testing/page-controls.ts';
import { sessionTexts } from './session.texts.ts';

const texts = sessionTexts.forgot;
const visit = { page: '/forgot-password' };

describeScreen('ForgotPasswordScreen', { ...visit, answers: [], filled: [texts.title, texts.help] }, () => {
  test('F003 a dialog shows the message of the server, and a double press sends one request', async () => {
    server.answer(resetPassword, { success: true, message: 'Look into your mailbox.' });
    await openScreen(visit);
    await fillFields({ [texts.email]: 'hc@vialkeep.test' });
    await user.dblClick(controlNamed(texts.submit));
    await settleScreen(TRANSITION_MS);
    expect(server.receivedCalls(resetPassword)).toHaveLength(1);
    expectTexts('Look into your mailbox.');
    await expectAccessible();
  });

  test('a dialog shows why the call was refused', async () => {
    server.refuse(resetPassword, 'too_many_requests');
    await openScreen(visit);
    await fillFields({ [texts.email]: 'hc@vialkeep.test' });
    await pressControl(texts.submit);
    expectTexts(commonRefusals.too_many_requests.message);
    await expectAccessible();
  });

  test('F003 a text that is no e-mail address is refused at the field and not sent', async () => {
    await openScreen(visit);
    await fillFields({ [texts.email]: 'hc' });
    await pressControl(texts.submit);
    expectProblemAt(texts.email, 'e-mail');
    expect(server.receivedCalls(resetPassword)).toEqual([]);
    await expectAccessible();
  });

  test('the link of an invitation fills in the address of its fragment', async () => {
    server.answer(resetPassword, { success: true, message: 'Look into your mailbox.' });
    await openScreen({ ...visit, address: '/forgot-password#email=ana%2Bnew%40clinic.test' });
    expect(fieldLabelled(texts.email).value).toBe('ana+new@clinic.test');
    await pressControl(texts.submit);
    expect(server.receivedCalls(resetPassword)).toMatchObject([{ body: { email: 'ana+new@clinic.test' } }]);
  });
});
