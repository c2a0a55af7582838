import { ListedDocument, listDocuments } from '@vialkeep/contract/documents.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { answered, describeScreen } from '../../testing/describe-screen.ts';
import { memberOf } from '../../testing/people.ts';
import { sample } from '../../testing/sample.ts';
import { documentsTexts } from './documents.texts.ts';

const texts = documentsTexts.administered;
const document = sample(ListedDocument, {
  id: 501,
  name: 'Processing agreement',
  patient_name: 'Ana Whitfield',
  may: ['link', 'delete'],
});

describeScreen('PatientsDocumentsScreen', {
  page: '/documents/patients',
  as: memberOf(Plan.admin),
  answers: [answered(listDocuments, sample(listDocuments.answer, { results: [document], count: 1 }))],
  reads: { route: listDocuments, waiting: documentsTexts.loading },
  empty: { answers: [answered(listDocuments, sample(listDocuments.answer))], shows: [texts.noneYet] },
  filled: ['#501', 'Processing agreement', 'Ana Whitfield', texts.notLinked],
});
