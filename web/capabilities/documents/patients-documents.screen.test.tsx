import { deleteDocument, ListedDocument, listDocuments } from '@vialkeep/contract/documents.ts';
import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { documentsTexts } from './documents.texts.ts';

const texts = documentsTexts.administered;
const document = buildSample(ListedDocument, {
  id: 501,
  name: 'Processing agreement',
  patient_name: 'Ana Whitfield',
  may: ['link', 'delete'],
});

const visit = { page: '/documents/patients', as: memberOf(Plan.admin) };
const found = buildSample(listDocuments.answer, { results: [document], count: 1 });

describeScreen(
  'PatientsDocumentsScreen',
  {
    ...visit,
    answers: [answerWith(listDocuments, found)],
    reads: { route: listDocuments, waiting: documentsTexts.loading },
    empty: { answers: [answerWith(listDocuments, buildSample(listDocuments.answer))], shows: [texts.noneYet] },
    filled: ['#501', 'Processing agreement', 'Ana Whitfield', texts.notLinked],
  },
  () => {
    test('a document that cannot be deleted is refused with the reason', async () => {
      server.answer(listDocuments, found);
      server.refuse(deleteDocument, 'not_found');
      await openScreen(visit);
      await pressControl(`${texts.delete} Processing agreement, Ana Whitfield`);
      expectTexts(documentsTexts.deleting.question);
      await expectAccessible();
      await pressControl(documentsTexts.deleting.confirm);
      expectTexts(commonRefusals.not_found.message);
    });
  },
);
