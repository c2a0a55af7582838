import { sayNotMe } from '@vialkeep/contract/identity.ts';
import { expect, test } from 'vitest';
import { describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { pressControl } from '../../testing/page-controls.ts';
import { identityTexts } from './identity.texts.ts';

const texts = identityTexts.notMe;
const visit = { page: '/not-me', address: '/not-me?key=abc' };

describeScreen('NotMeScreen', { ...visit, answers: [], filled: [texts.title, texts.lead, ...texts.effects] }, () => {
  test('the objection is sent by the button alone, and the screen shows the message of the server', async () => {
    server.answer(sayNotMe, { success: true, message: 'The password is void.' });
    await openScreen(visit);
    expect(server.receivedCalls(sayNotMe)).toEqual([]);
    await pressControl(texts.submit);
    expect(server.receivedCalls(sayNotMe)).toMatchObject([{ body: { key: 'abc' } }]);
    expectTexts('The password is void.');
    await expectAccessible();
  });

  test('a link that was used already is refused with the reason', async () => {
    server.refuse(sayNotMe, 'key_over');
    await openScreen(visit);
    await pressControl(texts.submit);
    expectAnnounced('alert', sayNotMe.refusals.key_over.message);
    await expectAccessible();
  });
});
