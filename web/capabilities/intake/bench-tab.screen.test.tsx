import { Arrival, listArrivals } from '@vialkeep/contract/arrivals.ts';
import { Batch, listBatches } from '@vialkeep/contract/batches.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { readPatientRecord } from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { listVials, Vial } from '@vialkeep/contract/vials.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, useScreens } from '../../testing/open-screen.tsx';
import { memberOf } from '../../testing/people.ts';
import { intakeTexts } from './intake.texts.ts';

const visit = { page: '/patients/$id', address: '/patients/2031?tab=bench' };
const patient = { id: UserId.parse(2031), name: 'Ana Whitfield' };

describe('The bench in a patient’s record', () => {
  useScreens();
  beforeEach(() => {
    server.answer(readPatientRecord, buildSample(readPatientRecord.answer, { id: patient.id }));
    const arrival = buildSample(Arrival, { id: 6, patient, kit_code: '0123-4567-Y', decision: 'accepted', reason: '' });
    server.answer(listArrivals, { results: [arrival], count: 1 });
    const batch = buildSample(Batch, { id: 4, patient, code: '0123-4567-Y', passage: 1, state: 'closed', vials: 6 });
    server.answer(listBatches, { results: [batch], count: 1 });
    server.answer(listVials, [buildSample(Vial, { code: 'K7QM-4TXD-9', state: 'stored', held: true })]);
  });

  test('a lab with a bench reads the arrivals, batches and vials of its patient, each with the way to its page', async () => {
    await openScreen({ ...visit, as: memberOf(Plan.lab), may: ['bench.use', 'vials.read'] });
    expectTexts('K-0123-4567-Y', 'T-0123-4567-Y', 'passage 1, Closed', 'K7QM-4TXD-9', intakeTexts.tab.held);
    expect(server.receivedCalls(listArrivals)).toMatchObject([{ query: { patient_id: '2031' } }]);
    await expectAccessible();
  });

  test.each([
    ['an administrator', Plan.admin, 'bench.use'],
    ['a lab without a bench', Plan.lab, 'patients.read'],
  ] as const)('%s has no such tab', async (_who, plan, right) => {
    await openScreen({ ...visit, address: '/patients/2031', as: memberOf(plan), may: [right] });
    const tabs = [...document.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent);
    expect(tabs.length).toBeGreaterThan(0);
    expect(tabs).not.toContain('Bench');
  });
});
