import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { readSigning } from '@vialkeep/contract/signing.ts';
import { expect, test } from 'vitest';
import { QUIET_WAIT_MS } from '../../kernel/timings.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen } from '../../testing/open-screen.tsx';
import { expectProblemAt, hasControl, pressControl } from '../../testing/page-controls.ts';
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
  },
);
