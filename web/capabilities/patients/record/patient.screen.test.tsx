import { readPatientRecord, updatePatient } from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { SLOW_SUCCESS_BAR_MS } from '../../../kernel/timings.ts';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server, settleScreen, shownAddress } from '../../../testing/open-screen.tsx';
import {
  expectProblemAt,
  fieldLabelled,
  fillFields,
  hasControl,
  pressControl,
} from '../../../testing/page-controls.ts';
import { textOf } from '../../../testing/page-text.ts';
import { memberOf } from '../../../testing/people.ts';
import { patientRecord } from '../testing/patient-record.ts';
import { recordTexts } from './record.texts.ts';

const texts = recordTexts.page;
const PROCESS_FIELDS = [
  'Lab ID',
  'Date Adipose Shipped to Lab',
  'Date Adipose Received by Lab',
  'Estimated Date Vials Ready to Ship',
  'Set date manually',
  'Number of times QC is done',
  'Stemcell Plating Initiated Date',
  'Stemcell Plating Successful',
  'Date Vials Are Ready to Ship',
  'Vials in preparation',
  'HLA Typing Test',
  'Sterility Start Date',
  'Sterility End Date',
  'Sterility Complete',
];
const IDENTITY = ['Email', 'First Name', 'Last Name'];
const CENTERS = ['Referral Harvest Center', 'Harvest Center'];
const visit = { page: '/patients/$id', address: '/patients/2031', as: memberOf(Plan.lab) };
const record = patientRecord({ first_name: 'Ana', last_name: 'Whitfield', lab_id: 'CB-77028' });
const named = { ...record, email: 'ana@example.test' };
const editable = patientRecord({ ...named, may: ['change_processing'] });

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

    test.each([Plan.harvestCenter, Plan.referralCenter])(
      'F056 F060 a reader of plan %i sees every field as text, with the patient’s identity',
      async (plan) => {
        server.answer(readPatientRecord, named);
        await openScreen({ ...visit, as: memberOf(plan) });
        await pressControl(texts.processing);
        expect(facts()).toEqual([...IDENTITY, ...PROCESS_FIELDS, ...CENTERS]);
        expect(document.querySelectorAll('input, textarea, select')).toHaveLength(0);
        expect(hasControl(texts.edit)).toBe(false);
        await expectAccessible();
      },
    );

    test.each([Plan.salesRep, Plan.salesManager, Plan.salesDistributor])(
      'F060 F061 a reader of plan %i sees a number and no identity',
      async (plan) => {
        server.answer(readPatientRecord, patientRecord());
        await openScreen({ ...visit, as: memberOf(plan) });
        expectTexts(texts.unnamed(2031));
        await pressControl(texts.processing);
        expect(facts()).toEqual([...PROCESS_FIELDS, ...CENTERS]);
      },
    );

    test.each([Plan.lab, Plan.patientsList])(
      'F056 F060 a user of plan %i edits the processing data and reads the patient’s identity',
      async (plan) => {
        server.answer(readPatientRecord, editable);
        await openScreen({ ...visit, as: memberOf(plan) });
        await pressControl(texts.edit);
        expectTexts(recordTexts.form.locked, 'ana@example.test');
        expect(facts().slice(0, 5)).toEqual([...IDENTITY, ...CENTERS]);
        expect(document.activeElement).toBe(fieldLabelled('Lab ID'));
        for (const label of PROCESS_FIELDS.filter((name) => name !== 'Sterility End Date')) fieldLabelled(label);
        expect(() => fieldLabelled('Email')).toThrow('No field is labelled');
        await expectAccessible();
      },
    );

    test('F057 contradictory dates are refused at their field, the bar says so, and no input is lost', async () => {
      server.answer(readPatientRecord, editable);
      const why = 'The lab cannot receive the tissue before it was shipped (3 Sep 2026).';
      server.refuse(updatePatient, 'dates_contradict', { fields: { date_adipose_received_by_lab: why } });
      await openScreen(visit);
      await pressControl(texts.edit);
      await fillFields({ 'Lab ID': 'CB-9' });
      await pressControl(recordTexts.form.submit);
      expectAnnounced('alert', recordTexts.form.notSaved);
      expectProblemAt('Date Adipose Received by Lab', why);
      expect(document.activeElement).toBe(fieldLabelled('Date Adipose Received by Lab'));
      expect(fieldLabelled('Lab ID').value).toBe('CB-9');
      await expectAccessible();
    });

    test('F057 a save after another user’s change shows that change and keeps the typed input', async () => {
      server.answer(readPatientRecord, editable);
      server.refuse(updatePatient, 'changed_meanwhile');
      await openScreen(visit);
      await pressControl(texts.edit);
      await fillFields({ 'Vials in preparation': '7' });
      server.answer(readPatientRecord, { ...editable, lab_id: 'CB-2', vials_preparation: 3, version: 2 });
      await pressControl(recordTexts.form.submit);
      expectTexts('Lab ID: CB-77028 → CB-2', 'Vials in preparation: 0 → 3');
      expect(fieldLabelled('Lab ID').value).toBe('CB-2');
      expect(fieldLabelled('Vials in preparation').value).toBe('7');
      await expectAccessible();
      server.answer(updatePatient, {
        ...editable,
        vials_preparation: 7,
        version: 3,
        message: 'Patient has been updated!',
      });
      await pressControl(recordTexts.form.submit);
      expectAnnounced('status', 'Patient has been updated!');
      expect(server.receivedCalls(updatePatient).at(-1)?.body).toMatchObject({ version: 2, vials_preparation: 7 });
      await settleScreen(SLOW_SUCCESS_BAR_MS);
      expectNoTexts(recordTexts.form.submit);
    });
  },
);

function facts(): string[] {
  return [...document.querySelectorAll('main dt')].map(textOf);
}
