import { createTemplate } from '@vialkeep/contract/documents.ts';
import { expect, test } from 'vitest';
import { signUpSigning } from '../../../kernel/signing/sign-up-signing.ts';
import { COMPLETION_PAUSE_MS } from '../../../kernel/timings.ts';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server, settleScreen } from '../../../testing/open-screen.tsx';
import { signingTexts } from '../signing.texts.ts';

const texts = signingTexts.completed;
const page = '/signed-completed-message';
const visit = { page, address: `${page}?documentId=document` };
const template = { docId: 'document', templateId: 'template' };
const sampleAnswers = [answerWith(createTemplate, template)];

describeScreen('SignUpCompletedScreen', { ...visit, answers: sampleAnswers, filled: [texts.signUp] }, () => {
  test('the screen waits while the document is not signed yet', async () => {
    server.refuse(createTemplate, 'not_signed_yet');
    await openScreen(visit);
    expectAnnounced('status', texts.wait);
    await expectAccessible();
    for (const answer of sampleAnswers) answer(server);
    await settleScreen(COMPLETION_PAUSE_MS);
    expectTexts(texts.signUp);
  });

  test('the template of the signed document is kept for the sign-up form', async () => {
    for (const answer of sampleAnswers) answer(server);
    await openScreen(visit);
    expect(signUpSigning()).toEqual({ docId: 'document', templateId: 'template' });
  });

  test('a document that the server does not know shows the problem', async () => {
    server.refuse(createTemplate, 'not_found');
    await openScreen(visit);
    expectTexts(signingTexts.problem);
    await expectAccessible();
  });
});
