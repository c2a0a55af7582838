import { createTemplate } from '@vialkeep/contract/documents.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { expect, test } from 'vitest';
import { storedSession } from '../../../kernel/session/session.ts';
import { COMPLETION_PAUSE_MS } from '../../../kernel/timings.ts';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server, settleScreen } from '../../../testing/open-screen.tsx';
import { memberOf } from '../../../testing/people.ts';
import { signingTexts } from '../signing.texts.ts';

const texts = signingTexts.completed;
const page = '/hc-signed-completed-message';
const visit = { page, address: `${page}?documentId=document`, as: memberOf(Plan.harvestCenter) };
const template = { docId: 'document', templateId: 'template' };
const sampleAnswers = [
  answerWith(createTemplate, template),
  answerWith(updateUser, memberOf(Plan.harvestCenter, { template_id: 'template' })),
];

describeScreen('CenterCompletedScreen', { ...visit, answers: sampleAnswers, filled: [texts.center] }, () => {
  test('the screen waits while the document is not signed yet', async () => {
    server.refuse(createTemplate, 'not_signed_yet');
    await openScreen(visit);
    expectAnnounced('status', texts.wait);
    await expectAccessible();
    for (const answer of sampleAnswers) answer(server);
    await settleScreen(COMPLETION_PAUSE_MS);
    expectTexts(texts.center);
  });

  test('the template of the signed document is saved on the user', async () => {
    for (const answer of sampleAnswers) answer(server);
    await openScreen(visit);
    expect(server.receivedCalls(updateUser)).toMatchObject([
      { body: { document_id: 'document', template_id: 'template' } },
    ]);
    expect(storedSession()?.user.template_id).toBe('template');
  });

  test('a document that the server does not know shows the problem', async () => {
    server.refuse(createTemplate, 'not_found');
    await openScreen(visit);
    expectTexts(signingTexts.problem);
    await expectAccessible();
  });
});
