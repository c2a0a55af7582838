import { completePatientDocument } from '@vialkeep/contract/documents.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { test } from 'vitest';
import { COMPLETION_PAUSE_MS } from '../../../kernel/timings.ts';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server, settleScreen } from '../../../testing/open-screen.tsx';
import { memberOf } from '../../../testing/people.ts';
import { signingTexts } from '../signing.texts.ts';

const texts = signingTexts.completed;
const page = '/patient-signed-completed-message';
const visit = { page, address: `${page}?documentId=document`, as: memberOf(Plan.generalMember) };

describeScreen(
  'PatientCompletedScreen',
  {
    ...visit,
    answers: [answerWith(completePatientDocument, { success: true })],
    filled: [texts.patient, texts.dashboard],
  },
  () => {
    test('the screen waits until the provider has sealed the document', async () => {
      server.answer(completePatientDocument, { success: false });
      await openScreen(visit);
      expectAnnounced('status', texts.wait);
      await expectAccessible();
      server.answer(completePatientDocument, { success: true });
      await settleScreen(COMPLETION_PAUSE_MS);
      expectTexts(texts.patient);
    });

    test('a document that the server refuses shows the problem and the way to support', async () => {
      server.refuse(completePatientDocument, 'problem');
      await openScreen(visit);
      expectTexts(signingTexts.problem, 'support@vialkeep.test');
      await expectAccessible();
    });

    test('F069 the address without a document shows the problem', async () => {
      await openScreen({ ...visit, address: page });
      expectTexts(signingTexts.problem);
    });
  },
);
