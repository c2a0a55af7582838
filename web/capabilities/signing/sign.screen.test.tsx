import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { nameDiffersMessage } from '@vialkeep/contract/signer-name.ts';
import { decline, readSigning, SIGNING_CONSENT, sign } from '@vialkeep/contract/signing.ts';
import { expect, test } from 'vitest';
import { QUIET_WAIT_MS } from '../../kernel/timings.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen, user } from '../../testing/open-screen.tsx';
import { expectProblemAt, fieldLabelled, fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { signingTexts } from './signing.texts.ts';

const texts = signingTexts.page;
const visit = { page: '/sign/$signingId', address: '/sign/7' };
const paper = buildSample(readSigning.answer, {
  title: 'Processing agreement',
  signer: 'Ana Whitfield',
  state: 'pending',
  return_to: 'https://vialkeep.test/patient-signed-completed-message?documentId=document',
});

describeScreen(
  'SignScreen',
  {
    ...visit,
    answers: [answerWith(readSigning, paper)],
    filled: ['Processing agreement', texts.forSigner('Ana Whitfield'), texts.binding],
  },
  () => {
    test('the screen announces that it is loading while the document is outstanding', async () => {
      server.hold(readSigning);
      await openScreen(visit);
      await settleScreen(QUIET_WAIT_MS);
      expectAnnounced('status', texts.loading);
      await expectAccessible();
    });

    test('a link that the server refuses shows the reason and the way to support', async () => {
      server.refuse(readSigning, 'not_found');
      await openScreen(visit);
      expectTexts(commonRefusals.not_found.message, 'support@vialkeep.test');
      await expectAccessible();
    });

    test('a signature without a name and without agreement is not sent', async () => {
      server.answer(readSigning, paper);
      await openScreen(visit);
      await pressControl(texts.submit);
      expectProblemAt(texts.name, 'required');
      await expectAccessible();
    });

    test('a signed document and a declined one say so instead of offering the form', async () => {
      server.answer(readSigning, { ...paper, state: 'signed' });
      await openScreen(visit);
      expectTexts(texts.signed);
      expect(hasControl(texts.submit)).toBe(false);
      await expectAccessible();
    });

    test('F069 a different name is refused at its field, where it stays with the focus, and is not sent', async () => {
      server.answer(readSigning, paper);
      await openScreen(visit);
      await fillFields({ [texts.name]: 'James Okafor' });
      await user.click(fieldLabelled(SIGNING_CONSENT));
      await pressControl(texts.submit);
      expectProblemAt(texts.name, nameDiffersMessage('Ana Whitfield'));
      expect(fieldLabelled(texts.name).value).toBe('James Okafor');
      expect(document.activeElement).toBe(fieldLabelled(texts.name));
      expect(server.receivedCalls(sign)).toEqual([]);
      await expectAccessible();
    });

    test('F069 the signer’s name in capitals and with a title is sent', async () => {
      server.answer(readSigning, paper);
      server.hold(sign);
      await openScreen(visit);
      await fillFields({ [texts.name]: 'Dr. ANA WHITFIELD' });
      await user.click(fieldLabelled(SIGNING_CONSENT));
      await pressControl(texts.submit);
      expect(server.receivedCalls(sign)).toMatchObject([{ body: { full_name: 'Dr. ANA WHITFIELD', agrees: true } }]);
      expectTexts(texts.submitting);
    });

    test('F069 a signer who declines gives the reason, and the screen says that nothing was signed', async () => {
      server.answer(readSigning, paper);
      server.answer(decline, { success: true });
      await openScreen(visit);
      await pressControl(signingTexts.decline.open);
      await expectAccessible();
      await fillFields({ [signingTexts.decline.reason]: 'I have a question first.' });
      server.answer(readSigning, { ...paper, state: 'declined' });
      await pressControl(signingTexts.decline.submit);
      expect(server.receivedCalls(decline)).toMatchObject([{ body: { reason: 'I have a question first.' } }]);
      expectTexts(signingTexts.decline.done);
      expect(hasControl(texts.submit)).toBe(false);
    });
  },
);
