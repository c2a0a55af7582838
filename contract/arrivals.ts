import { z } from 'zod';
import { codeOf } from './bench-codes.ts';
import { Moment } from './bench-moment.ts';
import { benchRefusals, ofLabInQuery, scanned, scanRefusals } from './bench-words.ts';
import { ArrivalId, ArrivalIdInPath, DeviationId, HarvestId, UserId, UserIdInPath } from './kernel/ids.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { text } from './kernel/text.ts';

export const ARRIVALS_PER_PAGE = 25;
export const MOST_PHOTOS = 6;
export const LEAST_REASON = 10;
const PHOTO_LIMIT_BYTES = 10 * 1024 * 1024;

export const ArrivalCondition = z.enum(['intact', 'damaged', 'wet', 'open'], 'Say how the box looks.');
export type ArrivalCondition = z.infer<typeof ArrivalCondition>;

export const ArrivalIndicator = z.enum(['ok', 'none', 'exceeded'], 'Say what the indicator shows.');
export type ArrivalIndicator = z.infer<typeof ArrivalIndicator>;

export const ArrivalDecision = z.enum(['accepted', 'accepted_with_deviation', 'rejected'], 'Accept or reject it.');
export type ArrivalDecision = z.infer<typeof ArrivalDecision>;

/** What is wrong with the kit that tissue came in. */
export const KitFault = z.enum(['void', 'held', 'expired']);
export type KitFault = z.infer<typeof KitFault>;

const KIT_FAULT_WORDS: Readonly<Record<KitFault, string>> = {
  void: 'This kit is void.',
  held: 'This kit must not be used: its lot is held.',
  expired: 'This kit has expired.',
};

type Inspected = {
  readonly condition: ArrivalCondition;
  readonly indicator: ArrivalIndicator;
  readonly identity_matches: boolean;
  /** Null without a harvest: the time is then not judged. */
  readonly transit_minutes: number | null;
  readonly window_minutes: number;
  /** Null where the kit is good, or where no kit is known. */
  readonly kit_fault: KitFault | null;
};

/** The criteria of an arrival that do not hold, each in words by its field. */
export function listFailedCriteria(arrival: Inspected): Record<string, string> {
  const { condition, indicator, identity_matches, transit_minutes, window_minutes, kit_fault } = arrival;
  return {
    ...(condition === 'intact' ? {} : { condition: `The box is ${condition}.` }),
    ...(indicator === 'exceeded' ? { indicator: 'The temperature indicator is exceeded.' } : {}),
    ...(identity_matches ? {} : { identity_matches: 'The names do not match.' }),
    ...(transit_minutes !== null && transit_minutes > window_minutes
      ? { arrived_at: formatTransit(transit_minutes, window_minutes) }
      : {}),
    ...(kit_fault === null ? {} : { kit_code: KIT_FAULT_WORDS[kit_fault] }),
  };
}

/** 'In transit 31 h of 72 h' */
export function formatTransit(minutes: number, windowMinutes: number): string {
  return `In transit ${Math.ceil(minutes / 60)} h of ${Math.floor(windowMinutes / 60)} h`;
}

const Inspection = z.object({
  tracking_number: z.string(),
  arrived_at: z.iso.datetime(),
  condition: ArrivalCondition,
  indicator: ArrivalIndicator,
  temperature_c: z.number().nullable(),
  identity_matches: z.boolean(),
  transit_minutes: z.number().int().nullable(),
  decision: ArrivalDecision,
  reason: z.string(),
  /** The operator who inspected or corrected it. */
  operator: z.string().nullable(),
});

export const Arrival = Inspection.extend({
  id: ArrivalId,
  patient: z.object({ id: UserId, name: z.string() }),
  harvest_id: HarvestId.nullable(),
  /** The kit that the tissue came in; null where none was readable and none is known from the harvest. */
  kit_code: z.string().nullable(),
  /** What was wrong with the kit. Scans of earlier releases are answered without it. */
  kit_fault: KitFault.nullable().default(null),
  window_minutes: z.number().int(),
  /** What it said before each correction, oldest first. */
  earlier: z.array(Inspection.extend({ corrected_at: z.iso.datetime() })),
  /** Names below /media/bench-photo/. */
  photos: z.array(z.string()),
  deviation_id: DeviationId.nullable(),
});
export type Arrival = z.infer<typeof Arrival>;

export const listArrivals = route({
  method: 'GET',
  path: '/api/v1/bench/arrivals/',
  summary: 'What arrived at a lab, newest first',
  access: 'bench.use',
  reads: { what: 'list' },
  query: z.object({ ...ofLabInQuery, patient_id: UserIdInPath.optional(), ...paging(ARRIVALS_PER_PAGE) }),
  answer: pageOf(Arrival),
  refusals: benchRefusals,
});

const inspected = {
  ...scanned,
  tracking_number: text(100).optional(),
  arrived_at: Moment,
  condition: ArrivalCondition,
  indicator: ArrivalIndicator,
  temperature_c: z.number('Enter a number.').min(-200, 'At least -200.').max(100, 'At most 100.').nullable().optional(),
  identity_matches: z.boolean('Say whether the names match.'),
  decision: ArrivalDecision,
};

const inspectionRefusals = {
  ...scanRefusals,
  criteria_failed: refusal(409, 'Accept with a deviation, or reject.'),
  before_harvest: refusal(400, 'This is before the harvest.'),
};

const REASON_TOO_SHORT = `Say why, in at least ${LEAST_REASON} characters.`;

export const recordArrival = route({
  method: 'POST',
  path: '/api/v1/bench/arrivals/',
  summary: 'Record the inspection of tissue that arrived, and accept or reject it',
  access: 'bench.use',
  reads: { what: 'record', subjects: ({ patient }) => [patient.id] },
  body: z
    .object({
      ...inspected,
      kit_code: codeOf('kit').optional(),
      /** Where the kit was not scanned at the clinic, or is not readable. */
      patient_id: UserId.optional(),
      reason: text(1_000).optional(),
      photos: z
        .array(text(100))
        .max(MOST_PHOTOS, `At most ${MOST_PHOTOS} photos.`)
        .transform((names) => [...new Set(names)])
        .default([]),
    })
    .refine(({ kit_code, patient_id }) => kit_code !== undefined || patient_id !== undefined, {
      path: ['kit_code'],
      error: 'Scan the kit, or choose the patient.',
    })
    .refine(({ decision, reason = '' }) => decision === 'accepted' || [...reason].length >= LEAST_REASON, {
      path: ['reason'],
      error: REASON_TOO_SHORT,
    }),
  answer: Arrival,
  refusals: {
    ...inspectionRefusals,
    arrived_already: refusal(409, 'This tissue arrived already.'),
    patient_required: refusal(400, 'This kit was not scanned at the clinic. Choose the patient.'),
    other_patient: refusal(400, 'This kit was used for another patient.'),
    photo_unknown: refusal(400, 'A photo is not there any more. Take it again.'),
  },
});

export const correctArrival = route({
  method: 'POST',
  path: '/api/v1/bench/arrivals/:id/correct/',
  summary: 'Correct the inspection of tissue that arrived; what it said before stays readable',
  access: 'bench.use',
  reads: { what: 'record', subjects: ({ patient }) => [patient.id] },
  params: z.object({ id: ArrivalIdInPath }),
  body: z.object({
    ...inspected,
    /** Only the patient of the arrival: tissue of another patient is recorded anew. */
    patient_id: UserId.optional(),
    /** How many corrections the caller has seen. */
    version: z.number().int().min(0),
    reason: text(1_000).refine((reason) => [...reason].length >= LEAST_REASON, REASON_TOO_SHORT),
  }),
  answer: Arrival,
  refusals: {
    ...inspectionRefusals,
    changed_meanwhile: refusal(409, 'This arrival was corrected meanwhile.'),
    other_patient: refusal(
      409,
      'An arrival stays with its patient. Reject this one, and record the tissue anew for the right patient.',
    ),
    recorded_anew: refusal(409, 'This tissue was recorded anew. Correct that arrival.'),
  },
});

export const uploadBenchPhoto = route({
  method: 'POST',
  path: '/api/v1/bench/photos/',
  summary: 'Upload a photo taken at the bench',
  access: 'bench.use',
  upload: { types: ['png', 'jpeg', 'webp'], maxBytes: PHOTO_LIMIT_BYTES },
  body: z.object(ofLabInQuery),
  answer: z.object({ filename: z.string() }),
  refusals: benchRefusals,
});

/** The file cookie of the login identifies the reader (S-18). */
export const readBenchPhoto = route({
  method: 'GET',
  path: '/media/bench-photo/:file',
  summary: 'A photo of an arrival',
  access: 'bench.use',
  reads: { what: 'record' },
  params: z.object({ file: text(100) }),
  fileSession: true,
});
