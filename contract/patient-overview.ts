import { z } from 'zod';
import { Day } from './kernel/day.ts';
import { DomainIdInPath, UserId } from './kernel/ids.ts';
import { route } from './kernel/route.ts';
import { Stage } from './stage.ts';

export const StageCount = z.object({
  stage: Stage,
  count: z.number().int(),
  /** The days that the oldest sample of this stage has been in it. */
  oldest_days: z.number().int().nullable(),
  /** Samples whose estimated day of readiness has passed. */
  late: z.number().int(),
  /** Samples whose plating failed. */
  failed: z.number().int(),
  /** Samples whose sterility test ends within three days. */
  ending_soon: z.number().int(),
  /** Available vials of these patients; null for callers who see a whole site. */
  vials: z.number().int().nullable(),
});
export type StageCount = z.infer<typeof StageCount>;

export const countPatientsByStage = route({
  method: 'GET',
  path: '/api/v1/patients/stages/',
  summary: 'How many patients are in which stage',
  access: 'patients.stages',
  query: z.object({ domain_id: DomainIdInPath.optional() }),
  answer: z.array(StageCount),
});

/** Most urgent first. */
export const AttentionKind = z.enum([
  'plating_failed',
  'sterility_ended',
  'estimate_passed',
  'not_received',
  'ready_without_vials',
]);
export type AttentionKind = z.infer<typeof AttentionKind>;

export const MOST_ATTENTION = 20;

/** A patient who needs attention, listed once with the most urgent reason. */
export const Attention = z.object({
  kind: AttentionKind,
  /** Sales plans get no name (S-20). */
  patient: z.object({ id: UserId, name: z.string().optional() }),
  /** The day on which the condition began. */
  since: Day.nullable(),
});
export type Attention = z.infer<typeof Attention>;

export const listAttention = route({
  method: 'GET',
  path: '/api/v1/patients/attention/',
  summary: 'What needs a look, most urgent first, 20 at most',
  access: 'patients.stages',
  reads: { what: 'list', subjects: (rows) => rows.map(({ patient }) => patient.id) },
  answer: z.array(Attention),
});

export const readSterilityEndings = route({
  method: 'GET',
  path: '/api/v1/patients/sterility-endings/',
  summary: 'Sterility tests that end in the next 14 days, and how long finished samples took',
  access: 'patients.sterility',
  reads: { what: 'list' },
  answer: z.object({
    /** One entry for today and each of the next thirteen days. */
    endings: z.array(z.object({ day: Day, count: z.number().int() })),
    /** Samples that became ready in the last 90 days, newest first, 500 at most. */
    finished: z.array(z.object({ id: UserId, ready_on: Day, days: z.number().int() })),
  }),
});

export const readVialStock = route({
  method: 'GET',
  path: '/api/v1/patients/vial-stock/',
  summary: 'How many vials a center’s patients had at the end of each of the last 12 months',
  access: 'patients.vial_stock',
  /** Oldest first; the last entry is the present month. */
  answer: z.array(z.object({ month: z.string(), available: z.number().int() })),
});
