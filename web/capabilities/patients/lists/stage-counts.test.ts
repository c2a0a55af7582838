import type { ProcessFields } from '@vialkeep/contract/stage.ts';
import { expect, test } from 'vitest';
import { countByStage, stageCells } from './stage-counts.ts';

const TODAY = '2026-11-15';

const nothing: ProcessFields & { vials_available: number } = {
  date_adipose_shipped_to_lab: null,
  date_adipose_received_by_lab: null,
  estimated_date_vials_ready_to_ship: null,
  stemcell_plating_initiated_date: null,
  stemcell_plating_successful: null,
  sterility_start_date: null,
  sterility_end_date: null,
  sterility_complete: null,
  date_vials_ready_to_ship: null,
  vials_available: 0,
};

const cellsOf = (...patients: Partial<typeof nothing>[]) =>
  stageCells(
    countByStage(
      patients.map((patient) => ({ ...nothing, ...patient })),
      TODAY,
    ),
  );

test('every stage has a cell, also without patients', () => {
  expect(cellsOf()).toEqual({
    awaiting: { count: 0 },
    shipped: { count: 0 },
    received: { count: 0 },
    plating: { count: 0 },
    sterility: { count: 0 },
    ready: { count: 0 },
  });
});

test('a stage shows the age of its oldest sample', () => {
  const cells = cellsOf({ date_adipose_shipped_to_lab: '2026-11-09' }, { date_adipose_shipped_to_lab: '2026-11-14' });
  expect(cells.shipped).toEqual({ count: 2, note: 'oldest 6 d' });
});

test('a failed plating has priority over every other detail', () => {
  const cells = cellsOf(
    { stemcell_plating_initiated_date: '2026-11-01', stemcell_plating_successful: 2 },
    { stemcell_plating_initiated_date: '2026-09-01', estimated_date_vials_ready_to_ship: '2026-10-20' },
  );
  expect(cells.plating).toEqual({ count: 2, note: '1 failed', tone: 'failed' });
});

test('a passed estimate has priority over a test that ends soon', () => {
  const running = { sterility_start_date: '2026-11-02', sterility_end_date: '2026-11-16' };
  expect(cellsOf(running).sterility).toEqual({ count: 1, note: '1 ends soon' });
  expect(cellsOf(running, { ...running, estimated_date_vials_ready_to_ship: '2026-11-01' }).sterility).toEqual({
    count: 2,
    note: '1 late',
    tone: 'waiting',
  });
});

test('a completed or ended test does not count as ending soon', () => {
  const ended = { sterility_start_date: '2026-10-30', sterility_end_date: '2026-11-13' };
  const complete = { sterility_start_date: '2026-11-02', sterility_end_date: '2026-11-16', sterility_complete: true };
  expect(cellsOf(ended, complete).sterility.note).toBe('oldest 16 d');
});

test('the ready stage shows the number of vials', () => {
  const cells = cellsOf({ date_vials_ready_to_ship: '2026-10-01', vials_available: 48 });
  expect(cells.ready).toEqual({ count: 1, note: '48 vials' });
});

test('the cells are equal for counts of the server and counts of the list', () => {
  const counts = [
    { stage: 'ready' as const, count: 3, oldest_days: 9, late: 0, failed: 0, ending_soon: 0, vials: null },
    { stage: 'received' as const, count: 2, oldest_days: 3, late: 0, failed: 0, ending_soon: 0, vials: null },
  ];
  expect(stageCells(counts)).toMatchObject({
    ready: { count: 3 },
    received: { count: 2, note: 'oldest 3 d' },
    plating: { count: 0 },
  });
});
