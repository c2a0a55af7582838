import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimatedReady, type ProcessFields, STAGE_STEPS, stageOf, stageSteps, sterilityEnd } from './stage.ts';

const nothing: ProcessFields = {
  date_adipose_shipped_to_lab: null,
  date_adipose_received_by_lab: null,
  estimated_date_vials_ready_to_ship: null,
  stemcell_plating_initiated_date: null,
  stemcell_plating_successful: null,
  sterility_start_date: null,
  sterility_end_date: null,
  sterility_complete: null,
  date_vials_ready_to_ship: null,
};
const shipped = { ...nothing, date_adipose_shipped_to_lab: '2026-09-03' };
const received = { ...shipped, date_adipose_received_by_lab: '2026-09-05' };
const plating = { ...received, stemcell_plating_initiated_date: '2026-09-09' };
const failed = { ...plating, stemcell_plating_successful: 2 };
const testing = {
  ...plating,
  stemcell_plating_successful: 1,
  sterility_start_date: '2026-10-29',
  sterility_end_date: '2026-11-12',
  sterility_complete: false,
};
const tested = { ...testing, sterility_complete: true };
const ready = { ...tested, date_vials_ready_to_ship: '2026-11-14' };

const TODAY = '2026-11-07';
const stepOf = (patient: ProcessFields, step: string, today = TODAY) =>
  stageSteps(patient, today).find((one) => one.step === step);

describe('the stage of a sample', () => {
  test('is awaited until it has been shipped', () => {
    expect(stageOf(nothing, TODAY)).toEqual({ stage: 'awaiting', since: null, until: null, late: 0, failed: false });
  });

  test('is shipped, without anybody knowing until when', () => {
    expect(stageOf(shipped, TODAY)).toEqual({
      stage: 'shipped',
      since: '2026-09-03',
      until: null,
      late: 0,
      failed: false,
    });
  });

  test('is received, and the vials are expected 45 days later', () => {
    const now = stageOf(received, '2026-09-20');
    expect(now).toEqual({ stage: 'received', since: '2026-09-05', until: '2026-10-20', late: 0, failed: false });
  });

  test('is received, and an estimate set by hand counts instead', () => {
    const patient = { ...received, estimated_date_vials_ready_to_ship: '2026-11-01' };
    expect(stageOf(patient, TODAY)).toMatchObject({ until: '2026-11-01', late: 6 });
  });

  test('is in plating, and a failed one stays there', () => {
    expect(stageOf(plating, '2026-09-20')).toMatchObject({ stage: 'plating', since: '2026-09-09', failed: false });
    expect(stageOf(failed, '2026-09-20')).toMatchObject({ stage: 'plating', since: '2026-09-09', failed: true });
  });

  test('is in plating by its result alone', () => {
    const patient = { ...received, stemcell_plating_successful: 1 };
    expect(stageOf(patient, '2026-09-20')).toMatchObject({ stage: 'plating', since: null, failed: false });
  });

  test('has not failed any more once something later is recorded', () => {
    expect(stageOf({ ...testing, stemcell_plating_successful: 2 }, TODAY)).toMatchObject({
      stage: 'sterility',
      failed: false,
    });
  });

  test('is in its sterility test until that ends', () => {
    expect(stageOf(testing, TODAY)).toEqual({
      stage: 'sterility',
      since: '2026-10-29',
      until: '2026-11-12',
      late: 18,
      failed: false,
    });
  });

  test('is in its sterility test until 14 days after the start, where no end was kept', () => {
    expect(stageOf({ ...testing, sterility_end_date: null }, TODAY).until).toBe('2026-11-12');
  });

  test('stays at sterility when the test is complete, and waits for the estimate', () => {
    expect(stageOf(tested, TODAY)).toMatchObject({ stage: 'sterility', since: '2026-10-29', until: '2026-10-20' });
    const withoutStart = { ...received, sterility_complete: true };
    expect(stageOf(withoutStart, TODAY)).toMatchObject({ stage: 'sterility', since: null });
  });

  test('is ready, and never late then', () => {
    expect(stageOf(ready, '2027-01-01')).toEqual({
      stage: 'ready',
      since: '2026-11-14',
      until: null,
      late: 0,
      failed: false,
    });
  });

  test('is late from the day after the estimate', () => {
    expect(stageOf(received, '2026-10-20').late).toBe(0);
    expect(stageOf(received, '2026-10-21').late).toBe(1);
  });

  test('reads an empty text as nothing', () => {
    expect(stageOf({ ...received, stemcell_plating_initiated_date: '' }, TODAY).stage).toBe('received');
  });
});

describe('the steps', () => {
  test('lie ahead before the sample is shipped', () => {
    expect(stageSteps(nothing, TODAY).map(({ state }) => state)).toEqual(Array(5).fill('ahead'));
  });

  test('are done, current and ahead', () => {
    expect(stageSteps(testing, TODAY)).toEqual([
      { step: 'shipped', state: 'done', date: '2026-09-03', until: null, note: null },
      { step: 'received', state: 'done', date: '2026-09-05', until: null, note: null },
      { step: 'plating', state: 'done', date: '2026-09-09', until: null, note: { kind: 'successful' } },
      {
        step: 'sterility',
        state: 'current',
        date: '2026-10-29',
        until: '2026-11-12',
        note: { kind: 'day', day: 9, of: 14 },
      },
      { step: 'ready', state: 'ahead', date: null, until: '2026-10-20', note: { kind: 'late', days: 18 } },
    ]);
  });

  test('are all done when the vials are ready', () => {
    expect(stageSteps(ready, TODAY).map(({ state }) => state)).toEqual(Array(5).fill('done'));
    expect(stepOf(ready, 'ready')).toMatchObject({ date: '2026-11-14', until: null, note: null });
  });

  test('say which one failed, and that it did even after the sample went on', () => {
    expect(stepOf(failed, 'plating')).toMatchObject({ state: 'failed', note: { kind: 'failed' } });
    const wentOn = { ...testing, stemcell_plating_successful: 2 };
    expect(stepOf(wentOn, 'plating')).toMatchObject({ state: 'done', note: { kind: 'failed' } });
  });

  test('say that a sterility test is complete', () => {
    expect(stepOf(tested, 'sterility')).toMatchObject({ state: 'current', note: { kind: 'complete' } });
  });

  test('count no day outside the sterility test', () => {
    expect(stepOf(testing, 'sterility', '2026-10-20')?.note).toEqual({ kind: 'day', day: 0, of: 14 });
    expect(stepOf(testing, 'sterility', '2027-03-01')?.note).toEqual({ kind: 'day', day: 14, of: 14 });
  });

  test('that were passed without a day are told as unrecorded', () => {
    const patient = { ...nothing, stemcell_plating_initiated_date: '2026-09-09' };
    expect(stepOf(patient, 'received')).toMatchObject({ state: 'done', date: null, note: { kind: 'unrecorded' } });
    expect(stepOf({ ...tested, stemcell_plating_initiated_date: null }, 'plating')?.note).toEqual({
      kind: 'successful',
    });
  });
});

describe('computed days', () => {
  test('are 45 days after the arrival and 14 after the start, over months, years and leap days', () => {
    expect(estimatedReady('2026-09-05')).toBe('2026-10-20');
    expect(estimatedReady('2026-12-01')).toBe('2027-01-15');
    expect(sterilityEnd('2026-10-29')).toBe('2026-11-12');
    expect(sterilityEnd('2028-02-20')).toBe('2028-03-05');
    expect(sterilityEnd('2027-02-20')).toBe('2027-03-06');
  });

  test.each([null, undefined, '', '2026', '2026-02-31', 'soon'])('are empty for %s', (day) => {
    expect(estimatedReady(day)).toBeNull();
    expect(sterilityEnd(day)).toBeNull();
  });
});

describe('whatever is recorded', () => {
  const day = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const maybe = fc.option(day, { nil: null });
  const patients: fc.Arbitrary<ProcessFields> = fc.record({
    date_adipose_shipped_to_lab: maybe,
    date_adipose_received_by_lab: maybe,
    estimated_date_vials_ready_to_ship: maybe,
    stemcell_plating_initiated_date: maybe,
    stemcell_plating_successful: fc.constantFrom(null, 1, 2),
    sterility_start_date: maybe,
    sterility_end_date: maybe,
    sterility_complete: fc.constantFrom(null, true, false),
    date_vials_ready_to_ship: maybe,
  });

  test('the steps before the stage are done, those after it lie ahead', () => {
    fc.assert(
      fc.property(patients, day, (patient, today) => {
        const { stage, failed: hasFailed } = stageOf(patient, today);
        const at = STAGE_STEPS.findIndex((step) => step === stage);
        const states = stageSteps(patient, today).map(({ state }) => state);
        expect(states.slice(0, Math.max(0, at)).every((state) => state === 'done')).toBe(true);
        expect(states.slice(at + 1).every((state) => state === 'ahead')).toBe(true);
        expect(states[at]).toBe(at < 0 ? undefined : stage === 'ready' ? 'done' : hasFailed ? 'failed' : 'current');
      }),
    );
  });

  test('a later day never makes a sample less late, and recording that it is ready ends it', () => {
    fc.assert(
      fc.property(patients, day, day, (patient, one, other) => {
        const [earlier = one, later = other] = [one, other].toSorted();
        expect(stageOf(patient, earlier).late).toBeLessThanOrEqual(stageOf(patient, later).late);
        expect(stageOf({ ...patient, date_vials_ready_to_ship: earlier }, later)).toMatchObject({
          stage: 'ready',
          late: 0,
          failed: false,
        });
      }),
    );
  });

  test('the stage does not depend on the day it is read', () => {
    fc.assert(
      fc.property(patients, day, day, (patient, one, other) => {
        expect(stageOf(patient, one).stage).toBe(stageOf(patient, other).stage);
      }),
    );
  });

  test('a computed day is a real day, that many days on', () => {
    fc.assert(
      fc.property(day, (start) => {
        const days = (Date.parse(`${estimatedReady(start)}T00:00:00Z`) - Date.parse(`${start}T00:00:00Z`)) / 86_400_000;
        expect(days).toBe(45);
        expect(stageOf({ ...received, date_adipose_received_by_lab: start }, estimatedReady(start) ?? '').late).toBe(0);
      }),
    );
  });
});
