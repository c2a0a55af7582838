import {
  ListedDocument,
  listCenterDocuments,
  resendSignatureRequest,
  updateDocumentStatus,
} from '@vialkeep/contract/documents.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { noEmailTexts } from '../../components/account/no-email.texts.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen } from '../../testing/open-screen.tsx';
import { pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { documentsTexts } from './documents.texts.ts';

const texts = documentsTexts.signatures;
const visit = {
  page: '/patients-signatures',
  as: memberOf(Plan.harvestCenter),
  may: ['documents.request', 'documents.check'],
};
const listed = buildSample(ListedDocument, {
  id: 501,
  name: 'Processing agreement',
  patient_name: 'Ana Whitfield',
  status: 'Pending',
  emailed_at: '2026-02-27T09:00:00.000Z',
  may: ['remind'],
});

describeScreen(
  'PatientsSignaturesScreen',
  {
    ...visit,
    answers: [answerWith(listCenterDocuments, [listed])],
    reads: { route: listCenterDocuments, waiting: documentsTexts.loading },
    empty: { answers: [answerWith(listCenterDocuments, [])], shows: [texts.noneYet] },
    filled: ['Processing agreement', 'Ana Whitfield', texts.count(1, 0), texts.ask],
  },
  () => {
    test('the check of the documents says that the provider cannot be reached', async () => {
      server.answer(listCenterDocuments, [listed]);
      server.refuse(updateDocumentStatus, 'provider_unavailable');
      await openScreen(visit);
      await pressControl(texts.check);
      expectAnnounced('alert', updateDocumentStatus.refusals.provider_unavailable.message);
    });

    test('a reminder to a person without an address says so, with the way to an administrator', async () => {
      server.answer(listCenterDocuments, [listed]);
      server.refuse(resendSignatureRequest, 'no_email');
      await openScreen(visit);
      await pressControl(`${texts.send(listed.kind)} to Ana Whitfield`);
      expectTexts(resendSignatureRequest.refusals.no_email.message, noEmailTexts.contact);
    });

    test('F076 the filter appears only with the loaded list, so that typed text cannot be lost', async () => {
      server.hold(listCenterDocuments);
      await openScreen(visit);
      expect(document.querySelector('input[type=search]')).toBeNull();
      server.answer(listCenterDocuments, [listed]);
      await settleScreen();
      expect(document.querySelector('input[type=search]')).not.toBeNull();
    });
  },
);
