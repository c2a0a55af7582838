import { approveEmailChange, confirmEmail, undoEmailChange } from '@vialkeep/contract/email-changes.ts';
import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { expect, test } from 'vitest';
import { describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { hasControl, pressControl } from '../../testing/page-controls.ts';
import { emailChangesTexts as texts } from './email-changes.texts.ts';

const screens = [
  { name: 'EmailConfirmScreen', page: '/email-confirm', route: confirmEmail, says: texts.confirm },
  { name: 'EmailApproveScreen', page: '/email-approve', route: approveEmailChange, says: texts.approve },
  { name: 'EmailUndoScreen', page: '/email-undo', route: undoEmailChange, says: texts.undo },
];

for (const { name, page, route, says } of screens) {
  const visit = { page, address: `${page}?key=abc` };
  describeScreen(name, { ...visit, answers: [], filled: [says.title, says.lead, says.act] }, () => {
    test('the button sends the key and the screen shows the message of the server', async () => {
      server.answer(route, { success: true, message: 'The address is confirmed.' });
      await openScreen(visit);
      await pressControl(says.act);
      expect(server.receivedCalls(route)).toMatchObject([{ body: { key: 'abc' } }]);
      expectTexts(texts.done, 'The address is confirmed.');
      await expectAccessible();
    });

    test('a key that was used already leads to the end of the screen with the reason', async () => {
      server.refuse(route, 'key_over');
      await openScreen(visit);
      await pressControl(says.act);
      expectTexts(texts.over, confirmEmail.refusals.key_over.message);
      await expectAccessible();
    });

    test('a call that fails for another reason is announced and can be repeated', async () => {
      server.refuse(route, 'unexpected');
      await openScreen(visit);
      await pressControl(says.act);
      expectAnnounced('alert', commonRefusals.unexpected.message);
      expect(hasControl(says.act)).toBe(true);
    });

    test('an address without a key shows that the link is over and sends nothing', async () => {
      await openScreen({ page });
      expectTexts(texts.over);
      expect(hasControl(says.act)).toBe(false);
    });
  });
}
