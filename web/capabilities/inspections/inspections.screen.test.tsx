import {
  AdministeredInspection,
  createInspection,
  endInspection,
  listInspections,
} from '@vialkeep/contract/inspections.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { inspectionsTexts } from './inspections.texts.ts';

const texts = inspectionsTexts.administered;
const visit = { page: '/security/inspections', as: memberOf(Plan.superAdmin), may: ['inspections.manage'] };
const running = buildSample(AdministeredInspection, {
  id: 3,
  agency: 'State agency',
  name: 'Ina Specht',
  email: 'ina@agency.test',
  patient_ids: [1043, 1051],
  with_names: true,
  ends_at: '2026-03-09T09:00:00.000Z',
  ended_at: null,
  state: 'open',
  may: ['end'],
});
const rows = { results: [running], count: 1 };
const row = texts.rowName('State agency', 3);

describeScreen(
  'InspectionsScreen',
  {
    ...visit,
    answers: [answerWith(listInspections, rows)],
    reads: { route: listInspections, waiting: texts.loading },
    empty: { answers: [answerWith(listInspections, { results: [], count: 0 })], shows: [texts.noneYet] },
    filled: ['State agency', 'Ina Specht', 'ina@agency.test', '2 patients, with names', inspectionsTexts.states.open],
  },
  () => {
    test('an inspection without an agency is marked at its field, and a complete one is sent', async () => {
      server.answer(listInspections, { results: [], count: 0 });
      server.answer(listDomains, []);
      server.answer(createInspection, buildSample(createInspection.answer, { message: 'The inspection is open.' }));
      await openScreen(visit);
      await pressControl(texts.open);
      await expectAccessible();
      await pressControl(texts.submit);
      expectProblemAt(texts.agency, 'Agency is required.');
      await fillFields({
        [texts.agency]: 'State agency',
        [texts.name]: 'Ina Specht',
        [texts.email]: 'ina@agency.test',
        [texts.reason]: 'Yearly visit',
        [texts.patients]: '1043, 1051',
      });
      await pressControl(texts.submit);
      expect(server.receivedCalls(createInspection)).toMatchObject([
        { body: { agency: 'State agency', days: 7, patient_ids: '1043, 1051', with_names: false } },
      ]);
      expectTexts('The inspection is open.');
    });

    test('a number that is no patient is marked at its field', async () => {
      server.answer(listInspections, { results: [], count: 0 });
      server.answer(listDomains, []);
      server.refuse(createInspection, 'unknown_patient', {
        fields: { patient_ids: createInspection.refusals.unknown_patient.message },
      });
      await openScreen(visit);
      await pressControl(texts.open);
      await fillFields({
        [texts.agency]: 'State agency',
        [texts.name]: 'Ina Specht',
        [texts.email]: 'ina@agency.test',
        [texts.reason]: 'Yearly visit',
        [texts.patients]: '7',
      });
      await pressControl(texts.submit);
      expectProblemAt(texts.patients, createInspection.refusals.unknown_patient.message);
    });

    test('an inspection is ended after a question, and then offers no end', async () => {
      server.answer(listInspections, rows);
      server.answer(endInspection, { success: true, message: 'The inspection has ended.' });
      await openScreen(visit);
      await pressControl(`${texts.end} ${row}`);
      expectTexts(texts.endQuestion);
      await expectAccessible();
      server.answer(listInspections, {
        count: 1,
        results: [AdministeredInspection.parse({ ...running, state: 'ended', may: [] })],
      });
      await pressControl(texts.endTitle);
      expect(server.receivedCalls(endInspection)).toHaveLength(1);
      expect(hasControl(`${texts.end} ${row}`)).toBe(false);
    });
  },
);
