import { readPatientRecord } from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server, shownAddress } from '../../../testing/open-screen.tsx';
import { memberOf } from '../../../testing/people.ts';
import { patientRecord } from '../testing/patient-record.ts';
import { recordTexts } from './record.texts.ts';

const texts = recordTexts.page;
const visit = { page: '/patients/$id', address: '/patients/2031', as: memberOf(Plan.lab) };
const record = patientRecord({ first_name: 'Ana', last_name: 'Whitfield', lab_id: 'CB-77028' });

describeScreen(
  'PatientScreen',
  {
    ...visit,
    answers: [answerWith(readPatientRecord, record)],
    reads: { route: readPatientRecord, waiting: recordTexts.form.loading, failed: recordTexts.form.failed },
    filled: ['Ana Whitfield', 'CB-77028', texts.processing],
  },
  () => {
    test('a patient whom the user cannot see is not found', async () => {
      server.refuse(readPatientRecord, 'not_found');
      await openScreen(visit);
      expectTexts(texts.notFound, texts.notFoundWhy);
      await expectAccessible();
    });

    test('an address without a patient number says that there is no such patient', async () => {
      await openScreen({ ...visit, address: '/patients/abc' });
      expectTexts(texts.notFound, texts.notFoundWhy);
    });

    test('a patient who opens their own record is sent to the dashboard', async () => {
      await openScreen({ ...visit, as: memberOf(Plan.generalMember, { id: record.id }) });
      expect(shownAddress()).toBe('/dashboard');
    });
  },
);
