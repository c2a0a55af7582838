import { stageSteps } from '@vialkeep/contract/stage.ts';
import { expect, test } from 'vitest';
import { stageInShort, stageTexts, stepRemark, stepsForPatient, stepWhen } from './stage-labels.ts';

const testing = {
  date_adipose_shipped_to_lab: '2026-09-03',
  date_adipose_received_by_lab: '2026-09-05',
  estimated_date_vials_ready_to_ship: null,
  stemcell_plating_initiated_date: '2026-09-09',
  stemcell_plating_successful: 1,
  sterility_start_date: '2026-10-29',
  sterility_end_date: '2026-11-12',
  sterility_complete: false,
  date_vials_ready_to_ship: null,
};
const TODAY = '2026-11-07';
const steps = stageSteps(testing, TODAY);

test('staff see the day of each step and its result', () => {
  expect(steps.map((step) => stepWhen(step, 'staff'))).toEqual([
    '3 Sep 2026',
    '5 Sep 2026',
    '9 Sep 2026',
    '29 Oct – 12 Nov 2026',
    'est. 20 Oct 2026',
  ]);
  expect(steps.map(stepRemark)).toEqual(['', '', 'successful', 'day 9 of 14', '18 days late']);
});

test('a span over the end of a year names both years', () => {
  const [, , , sterility] = stageSteps(
    { ...testing, sterility_start_date: '2026-12-24', sterility_end_date: '2027-01-07' },
    TODAY,
  );
  expect(sterility && stepWhen(sterility, 'staff')).toBe('24 Dec 2026 – 7 Jan 2027');
});

test('patients see the approximate expected day until it has passed', () => {
  const inTime = stepsForPatient(stageSteps(testing, '2026-10-01')).map((step) => stepWhen(step, 'patient'));
  expect(inTime.at(-1)).toBe('about 20 Oct 2026');
  const late = stepsForPatient(steps);
  expect(late.map((step) => stepWhen(step, 'patient')).at(-1)).toBe('');
  expect(late.map(stepRemark).join('')).toBe('');
});

test('V-17 patients see neither a failed plating nor an unreliable day', () => {
  const failed = stageSteps(
    { ...testing, sterility_start_date: null, sterility_end_date: null, stemcell_plating_successful: 2 },
    '2026-10-01',
  );
  expect(failed.map(({ state }) => state)).toEqual(['done', 'done', 'failed', 'ahead', 'ahead']);
  const read = stepsForPatient(failed);
  expect(read.map(({ state }) => state)).toEqual(['done', 'done', 'current', 'ahead', 'ahead']);
  expect(read.map(({ note }) => note)).toEqual([null, null, null, null, null]);
  expect(read.at(-1)?.until).toBeNull();
});

test('a table row names the stage, and the day of a running sterility test', () => {
  expect(stageInShort('sterility', steps)).toBe('Sterility 9/14');
  expect(stageInShort('sterility', stageSteps({ ...testing, sterility_complete: true }, TODAY))).toBe(
    'Sterility complete',
  );
  expect(stageInShort('plating', stageSteps({ ...testing, sterility_start_date: null }, TODAY))).toBe('Plating');
  expect(stageInShort('awaiting', [])).toBe('Not shipped yet');
});

test('a count of one day is in the singular', () => {
  expect(stageTexts.daysLate(1)).toBe('1 day late');
  expect(stageTexts.daysLate(2)).toBe('2 days late');
});
