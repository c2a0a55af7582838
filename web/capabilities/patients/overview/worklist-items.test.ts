import type { ListedPatient } from '@vialkeep/contract/patients.ts';
import { expect, test } from 'vitest';
import { listedPatient } from '../testing/listed-patient.ts';
import { arriving, sterilityEnding, toPlate } from './worklist-items.ts';

const TODAY = '2026-11-15';

// @NOTE user ids are branded; these are invented.
const patient = (id: number, fields: Partial<ListedPatient> = {}) => listedPatient({ id, ...fields });

const idsOf = (items: ReturnType<typeof arriving>) => items.map((item) => item.patient.id);

test('shipped samples are sorted by shipping day, earliest first', () => {
  const items = arriving([
    patient(1, { date_adipose_shipped_to_lab: '2026-11-13' }),
    patient(2, { date_adipose_shipped_to_lab: '2026-11-05' }),
  ]);
  expect(idsOf(items)).toEqual([2, 1]);
});

test('samples to plate are sorted by waiting time, longest first, and those without a date come last', () => {
  const items = toPlate([
    patient(1),
    patient(2, { date_adipose_received_by_lab: '2026-11-12' }),
    patient(3, { date_adipose_received_by_lab: '2026-11-02' }),
  ]);
  expect(idsOf(items)).toEqual([3, 2, 1]);
});

test('tests are sorted by their end, and a test without a result after its end is overdue', () => {
  const items = sterilityEnding(
    [
      patient(1, { sterility_end_date: '2026-11-20' }),
      patient(2, { sterility_end_date: '2026-11-09' }),
      patient(3, { sterility_end_date: TODAY }),
    ],
    TODAY,
  );
  expect(items.map(({ patient: { id }, overdue }) => [id, overdue])).toEqual([
    [2, true],
    [3, false],
    [1, false],
  ]);
});

test('a completed test is not on the worklist', () => {
  expect(sterilityEnding([patient(1, { sterility_end_date: '2026-11-09', sterility_complete: true })], TODAY)).toEqual(
    [],
  );
});
