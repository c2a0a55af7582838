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

describe('Stage of a sample', () => {
  test('a sample is awaited until it is shipped', () => {
    expect(stageOf(nothing, TODAY)).toEqual({ stage: 'awaiting', since: null, until: null, late: 0, failed: false });
  });

  test('a shipped sample has no expected end', () => {
    expect(stageOf(shipped, TODAY)).toEqual({
      stage: 'shipped',
      since: '2026-09-03',
      until: null,
      late: 0,
      failed: false,
    });
  });

  test('a received sample expects its vials 45 days later', () => {
    const now = stageOf(received, '2026-09-20');
    expect(now).toEqual({ stage: 'received', since: '2026-09-05', until: '2026-10-20', late: 0, failed: false });
  });

  test('a received sample uses an estimate set by hand instead of the computed one', () => {
    const patient = { ...received, estimated_date_vials_ready_to_ship: '2026-11-01' };
    expect(stageOf(patient, TODAY)).toMatchObject({ until: '2026-11-01', late: 6 });
  });

  test('a sample is in plating from its first day, and a failed plating stays there', () => {
    expect(stageOf(plating, '2026-09-20')).toMatchObject({ stage: 'plating', since: '2026-09-09', failed: false });
    expect(stageOf(failed, '2026-09-20')).toMatchObject({ stage: 'plating', since: '2026-09-09', failed: true });
  });

  test('a plating result alone puts a sample in plating', () => {
    const patient = { ...received, stemcell_plating_successful: 1 };
    expect(stageOf(patient, '2026-09-20')).toMatchObject({ stage: 'plating', since: null, failed: false });
  });

  test('a sample no longer counts as failed once a later step is recorded', () => {
    expect(stageOf({ ...testing, stemcell_plating_successful: 2 }, TODAY)).toMatchObject({
      stage: 'sterility',
      failed: false,
    });
  });

  test('a sample is in its sterility test until the recorded end', () => {
    expect(stageOf(testing, TODAY)).toEqual({
      stage: 'sterility',
      since: '2026-10-29',
      until: '2026-11-12',
      late: 18,
      failed: false,
    });
  });

  test('a sterility test without a recorded end lasts 14 days from its start', () => {
    expect(stageOf({ ...testing, sterility_end_date: null }, TODAY).until).toBe('2026-11-12');
  });

  test('a sample with a complete sterility test stays at sterility and waits for the estimate', () => {
    expect(stageOf(tested, TODAY)).toMatchObject({ stage: 'sterility', since: '2026-10-29', until: '2026-10-20' });
    const withoutStart = { ...received, sterility_complete: true };
    expect(stageOf(withoutStart, TODAY)).toMatchObject({ stage: 'sterility', since: null });
  });

  test('a ready sample is never late', () => {
    expect(stageOf(ready, '2027-01-01')).toEqual({
      stage: 'ready',
      since: '2026-11-14',
      until: null,
      late: 0,
      failed: false,
    });
  });

  test('a sample is late from the day after the estimate', () => {
    expect(stageOf(received, '2026-10-20').late).toBe(0);
    expect(stageOf(received, '2026-10-21').late).toBe(1);
  });

  test('an empty text counts as no date', () => {
    expect(stageOf({ ...received, stemcell_plating_initiated_date: '' }, TODAY).stage).toBe('received');
  });
});

describe('Steps of a sample', () => {
  test('all steps are ahead before the sample is shipped', () => {
    expect(stageSteps(nothing, TODAY).map(({ state }) => state)).toEqual(Array(5).fill('ahead'));
  });

  test('a sample in its sterility test has steps that are done, current and ahead', () => {
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

  test('all steps are done when the vials are ready', () => {
    expect(stageSteps(ready, TODAY).map(({ state }) => state)).toEqual(Array(5).fill('done'));
    expect(stepOf(ready, 'ready')).toMatchObject({ date: '2026-11-14', until: null, note: null });
  });

  test('a failed plating is marked on its step, also after the sample went on', () => {
    expect(stepOf(failed, 'plating')).toMatchObject({ state: 'failed', note: { kind: 'failed' } });
    const wentOn = { ...testing, stemcell_plating_successful: 2 };
    expect(stepOf(wentOn, 'plating')).toMatchObject({ state: 'done', note: { kind: 'failed' } });
  });

  test('a complete sterility test is marked on its step', () => {
    expect(stepOf(tested, 'sterility')).toMatchObject({ state: 'current', note: { kind: 'complete' } });
  });

  test('the day count of a sterility test stays between 0 and 14', () => {
    expect(stepOf(testing, 'sterility', '2026-10-20')?.note).toEqual({ kind: 'day', day: 0, of: 14 });
    expect(stepOf(testing, 'sterility', '2027-03-01')?.note).toEqual({ kind: 'day', day: 14, of: 14 });
  });

  test('a step that was passed without a recorded day is marked as unrecorded', () => {
    const patient = { ...nothing, stemcell_plating_initiated_date: '2026-09-09' };
    expect(stepOf(patient, 'received')).toMatchObject({ state: 'done', date: null, note: { kind: 'unrecorded' } });
    expect(stepOf({ ...tested, stemcell_plating_initiated_date: null }, 'plating')?.note).toEqual({
      kind: 'successful',
    });
  });
});

describe('Computed days', () => {
  test('the computed days are 45 after the arrival and 14 after the start, across months, years and leap days', () => {
    expect(estimatedReady('2026-09-05')).toBe('2026-10-20');
    expect(estimatedReady('2026-12-01')).toBe('2027-01-15');
    expect(sterilityEnd('2026-10-29')).toBe('2026-11-12');
    expect(sterilityEnd('2028-02-20')).toBe('2028-03-05');
    expect(sterilityEnd('2027-02-20')).toBe('2027-03-06');
  });

  test.each([null, undefined, '', '2026', '2026-02-31', 'soon'])('a computed day is empty for %s', (day) => {
    expect(estimatedReady(day)).toBeNull();
    expect(sterilityEnd(day)).toBeNull();
  });
});

describe('Stages and steps of arbitrary records', () => {
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

  test('the steps before the stage are done, and the steps after it are ahead', () => {
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

  test('a later day never makes a sample less late, and recording that it is ready ends the delay', () => {
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

  test('a computed day is a valid calendar day, the given number of days later', () => {
    fc.assert(
      fc.property(day, (start) => {
        const days = (Date.parse(`${estimatedReady(start)}T00:00:00Z`) - Date.parse(`${start}T00:00:00Z`)) / 86_400_000;
        expect(days).toBe(45);
        expect(stageOf({ ...received, date_adipose_received_by_lab: start }, estimatedReady(start) ?? '').late).toBe(0);
      }),
    );
  });
});
