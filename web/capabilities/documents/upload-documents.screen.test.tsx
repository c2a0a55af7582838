import { fileSignedDocuments, uploadSignedDocument } from '@vialkeep/contract/documents.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { chooseFile, expectProblemAt, fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { documentsTexts } from './documents.texts.ts';

const texts = documentsTexts.upload;
const visit = { page: '/upload-patient-documents', as: memberOf(Plan.harvestCenter), may: ['documents.upload'] };

describeScreen(
  'UploadDocumentsScreen',
  { ...visit, answers: [], filled: [texts.title, texts.lead, ...Object.values(documentsTexts.titles)] },
  () => {
    test('a user who cannot upload sees the reason instead of the form', async () => {
      await openScreen({ ...visit, may: [] });
      expectTexts(texts.notYours);
      expect(hasControl(texts.submit)).toBe(false);
      await expectAccessible();
    });

    test('a refusal that names a field is shown at that field', async () => {
      server.refuse(fileSignedDocuments, 'invalid_input', { fields: { email: 'This address is blocked.' } });
      server.answer(uploadSignedDocument, buildSample(uploadSignedDocument.answer, { filename: 'a.pdf', pages: 3 }));
      await openScreen(visit);
      await fillFields({ [texts.name]: 'Ana Whitfield', [texts.email]: 'ana@vialkeep.test' });
      await chooseFile(documentsTexts.titles.processing, new File(['%PDF-'], 'a.pdf', { type: 'application/pdf' }));
      expectTexts(texts.pages(3));
      await pressControl(texts.submit);
      expectProblemAt(texts.email, 'This address is blocked.');
      await expectAccessible();
    });
  },
);
