import { z } from 'zod';

/** The stage of a patient's sample. A failed plating and a missed estimate are marks on a stage, not stages. */
export const Stage = z.enum(['awaiting', 'shipped', 'received', 'plating', 'sterility', 'ready']);
export type Stage = z.infer<typeof Stage>;

/** The steps of a sample; one that has not been shipped is at none of them. */
export const STAGE_STEPS = ['shipped', 'received', 'plating', 'sterility', 'ready'] as const;
export type StageStep = (typeof STAGE_STEPS)[number];

/** Days are 'YYYY-MM-DD'. */
export type ProcessFields = {
  date_adipose_shipped_to_lab: string | null;
  date_adipose_received_by_lab: string | null;
  estimated_date_vials_ready_to_ship: string | null;
  stemcell_plating_initiated_date: string | null;
  /** 1 is yes, 2 is no. */
  stemcell_plating_successful: number | null;
  sterility_start_date: string | null;
  sterility_end_date: string | null;
  sterility_complete: boolean | null;
  date_vials_ready_to_ship: string | null;
};

export type StageNow = {
  stage: Stage;
  /** The recorded day of this stage, where there is one. */
  since: string | null;
  /** The end of a running sterility test, otherwise the day the vials are expected to be ready. */
  until: string | null;
  /** Days since the vials should have been ready; 0 once they are, or while that day has not passed. */
  late: number;
  /** The plating failed and no later step has been recorded. */
  failed: boolean;
};

export type StepNote =
  | { kind: 'day'; day: number; of: number }
  | { kind: 'successful' | 'failed' | 'complete' | 'unrecorded' }
  | { kind: 'late'; days: number };

export type StepState = 'done' | 'current' | 'ahead' | 'failed';

export type StageProgress = {
  step: StageStep;
  state: StepState;
  date: string | null;
  until: string | null;
  note: StepNote | null;
};

const READY_AFTER_DAYS = 45;
const STERILITY_DAYS = 14;
const PLATING_YES = 1;
const PLATING_NO = 2;

/**
 * The furthest recorded stage, whatever is missing before it. A recorded day after `today` counts as well: the lab's
 * time zone may be ahead of the reader's.
 */
export function stageOf(patient: ProcessFields, today: string): StageNow {
  const stage = furthest(patient);
  const estimate = estimateOf(patient);
  const testIsRunning = stage === 'sterility' && patient.sterility_complete !== true;
  return {
    stage,
    since: stage === 'awaiting' ? null : dayOf(patient, stage),
    until: stage === 'ready' ? null : testIsRunning ? endOfSterility(patient) : estimate,
    late: stage === 'ready' || estimate === null ? 0 : Math.max(0, daysBetween(estimate, today)),
    failed: stage === 'plating' && patient.stemcell_plating_successful === PLATING_NO,
  };
}

export function stageSteps(patient: ProcessFields, today: string): StageProgress[] {
  const now = stageOf(patient, today);
  const at = STAGE_STEPS.findIndex((step) => step === now.stage);
  return STAGE_STEPS.map((step, index) => ({
    step,
    state: index > at ? 'ahead' : index < at || step === 'ready' ? 'done' : now.failed ? 'failed' : 'current',
    date: dayOf(patient, step),
    until: untilOf(patient, step),
    note: noteOf(patient, step, now, today) ?? (index < at && !dayOf(patient, step) ? { kind: 'unrecorded' } : null),
  }));
}

/** A calendar day without a time zone; clearing a day clears the days computed from it (U-49). */
export function estimatedReady(received: string | null | undefined): string | null {
  return daysAfter(received, READY_AFTER_DAYS);
}

export function sterilityEnd(start: string | null | undefined): string | null {
  return daysAfter(start, STERILITY_DAYS);
}

function furthest(patient: ProcessFields): Stage {
  const plated = patient.stemcell_plating_successful;
  if (patient.date_vials_ready_to_ship) return 'ready';
  if (patient.sterility_start_date || patient.sterility_complete === true) return 'sterility';
  if (patient.stemcell_plating_initiated_date || plated === PLATING_YES || plated === PLATING_NO) return 'plating';
  if (patient.date_adipose_received_by_lab) return 'received';
  return patient.date_adipose_shipped_to_lab ? 'shipped' : 'awaiting';
}

const fieldOf = {
  shipped: 'date_adipose_shipped_to_lab',
  received: 'date_adipose_received_by_lab',
  plating: 'stemcell_plating_initiated_date',
  sterility: 'sterility_start_date',
  ready: 'date_vials_ready_to_ship',
} as const satisfies Record<StageStep, keyof ProcessFields>;

function dayOf(patient: ProcessFields, step: StageStep): string | null {
  return patient[fieldOf[step]] || null;
}

function untilOf(patient: ProcessFields, step: StageStep): string | null {
  if (step === 'sterility') return endOfSterility(patient);
  return step === 'ready' && !patient.date_vials_ready_to_ship ? estimateOf(patient) : null;
}

function noteOf(patient: ProcessFields, step: StageStep, now: StageNow, today: string): StepNote | null {
  if (step === 'plating' && patient.stemcell_plating_successful === PLATING_YES) return { kind: 'successful' };
  if (step === 'plating' && patient.stemcell_plating_successful === PLATING_NO) return { kind: 'failed' };
  if (step === 'sterility' && patient.sterility_complete === true) return { kind: 'complete' };
  if (step === 'sterility' && now.stage === 'sterility') return dayOfTest(now, today);
  return step === 'ready' && now.late > 0 ? { kind: 'late', days: now.late } : null;
}

function dayOfTest({ since, until }: StageNow, today: string): StepNote | null {
  if (since === null || until === null) return null;
  const of = daysBetween(since, until);
  return { kind: 'day', day: Math.min(of, Math.max(0, daysBetween(since, today))), of };
}

function estimateOf(patient: ProcessFields): string | null {
  return patient.estimated_date_vials_ready_to_ship || estimatedReady(patient.date_adipose_received_by_lab);
}

function endOfSterility(patient: ProcessFields): string | null {
  if (!patient.sterility_start_date) return null;
  return patient.sterility_end_date || sterilityEnd(patient.sterility_start_date);
}

const DAY_MS = 24 * 60 * 60 * 1000;

function daysAfter(day: string | null | undefined, days: number): string | null {
  const start = dayNumber(day ?? '');
  return start === null ? null : new Date((start + days) * DAY_MS).toISOString().slice(0, 10);
}

function daysBetween(from: string, to: string): number {
  const [start, end] = [dayNumber(from), dayNumber(to)];
  return start === null || end === null ? 0 : end - start;
}

/** Days since 1970 in UTC, where all days have the same length; null for an invalid day such as 31 February. */
function dayNumber(day: string): number | null {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const time = new Date(Date.UTC(year, month - 1, date));
  const isReal = !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 10) === day;
  return isReal ? time.getTime() / DAY_MS : null;
}
