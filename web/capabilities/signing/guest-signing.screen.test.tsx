import { signLinkForGuest } from '@vialkeep/contract/documents.ts';
import { expect, test } from 'vitest';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen } from '../../testing/open-screen.tsx';
import { pressControl, TRANSITION_MS } from '../../testing/page-controls.ts';
import { signingTexts } from './signing.texts.ts';

const texts = signingTexts.guest;
const page = '/sign-your-document';
const visit = { page, address: `${page}?documentId=document` };
const link = { signLink: 'https://vialkeep.test/sign/7', name: 'Processing agreement' };

describeScreen(
  'GuestSigningScreen',
  { ...visit, answers: [answerWith(signLinkForGuest, link)], filled: [texts.title, ...texts.steps] },
  () => {
    test('the document is shown in a frame that carries its name', async () => {
      server.answer(signLinkForGuest, link);
      await openScreen(visit);
      const frame = document.querySelector('iframe');
      expect(frame?.title).toContain('Processing agreement');
      expect(frame?.getAttribute('src')).toBe(link.signLink);
    });

    test('F070 a link without a document says so and names the way to support', async () => {
      await openScreen({ page });
      expectTexts(signingTexts.problem, texts.help);
      await expectAccessible();
    });

    test('a provider that cannot be reached shows the reason, and Try again opens the document', async () => {
      server.refuse(signLinkForGuest, 'provider_unavailable');
      await openScreen(visit);
      await settleScreen(TRANSITION_MS);
      expectTexts(signLinkForGuest.refusals.provider_unavailable.message);
      await expectAccessible();
      server.answer(signLinkForGuest, link);
      await pressControl(texts.again);
      expect(document.querySelector('iframe')?.title).toContain('Processing agreement');
    });

    test('F070 a document that the server does not know shows the problem', async () => {
      server.refuse(signLinkForGuest, 'problem');
      await openScreen(visit);
      await settleScreen(TRANSITION_MS);
      expectTexts(signingTexts.problem);
      expect(document.querySelector('iframe')).toBeNull();
    });
  },
);
