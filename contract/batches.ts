import { z } from 'zod';
import { codeOf } from './bench-codes.ts';
import { benchRefusals, ofLab, ofLabInQuery, scanned, scanRefusals } from './bench-words.ts';
import { DayUntilNow } from './kernel/day.ts';
import { ArrivalId, BatchId, BatchIdInPath, LotId, QcResultId, UserId, UserIdInPath } from './kernel/ids.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { text } from './kernel/text.ts';
import { ScannedInput } from './scanned-text.ts';
import { VialEntry } from './vials.ts';

export const BATCHES_PER_PAGE = 25;
/** As many as one file of labels has. */
export const MOST_VIALS_OF_BATCH = 500;

export const BatchState = z.enum(['open', 'closed', 'failed']);
export type BatchState = z.infer<typeof BatchState>;

export const QcTest = z.enum(['viability', 'count', 'sterility', 'other'], 'Choose a test.');
export type QcTest = z.infer<typeof QcTest>;

export const QcVerdict = z.enum(['pass', 'fail', 'pending'], 'Choose pass, fail or pending.');
export type QcVerdict = z.infer<typeof QcVerdict>;

export const Batch = z.object({
  id: BatchId,
  code: z.string(),
  patient: z.object({ id: UserId, name: z.string() }),
  arrival_id: ArrivalId.nullable(),
  passage: z.number().int(),
  opened_on: z.iso.date(),
  state: BatchState,
  vials: z.number().int(),
});
export type Batch = z.infer<typeof Batch>;

export const QcResult = z.object({
  id: QcResultId,
  test: QcTest,
  value: z.number().nullable(),
  unit: z.string(),
  /** The limit by which it was judged. */
  limit_words: z.string(),
  verdict: QcVerdict,
  sampled_on: z.iso.date(),
  replaces_id: QcResultId.nullable(),
  reason: z.string(),
  operator: z.string().nullable(),
  /** No later result replaces it. */
  is_current: z.boolean(),
});
export type QcResult = z.infer<typeof QcResult>;

export const BatchDetails = Batch.extend({
  lots: z.array(
    z.object({
      id: LotId,
      name: z.string(),
      lot: z.string(),
      expires_on: z.iso.date().nullable(),
      operator: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
  /** Oldest first; corrected ones stay. */
  results: z.array(QcResult),
  vial_codes: z.array(z.string()),
  /** Percent, by which a new result of viability is judged. */
  viability_min: z.number().int(),
});
export type BatchDetails = z.infer<typeof BatchDetails>;

const ofBatch = z.object({ id: BatchIdInPath });
const closed = { batch_closed: refusal(409, 'This batch is closed.') };
const rejected = { arrival_rejected: refusal(409, 'This tissue was rejected when it arrived.') };

export const listBatches = route({
  method: 'GET',
  path: '/api/v1/bench/batches/',
  summary: 'The batches of a lab, newest first',
  access: 'bench.use',
  reads: { what: 'list' },
  query: z.object({
    ...ofLabInQuery,
    state: BatchState.optional(),
    patient_id: UserIdInPath.optional(),
    code: codeOf('batch').optional(),
    ...paging(BATCHES_PER_PAGE),
  }),
  answer: pageOf(Batch),
  refusals: benchRefusals,
});

export const openBatch = route({
  method: 'POST',
  path: '/api/v1/bench/batches/',
  summary: 'Open a batch: one patient’s tissue is processed once',
  access: 'bench.use',
  reads: { what: 'record', subjects: ({ patient }) => [patient.id] },
  body: z.object({
    ...ofLab,
    patient_id: UserId,
    arrival_id: ArrivalId.nullable().optional(),
    passage: z
      .number('Enter a whole number.')
      .int('Enter a whole number.')
      .min(0, 'Enter 0 or more.')
      .max(99, 'At most 99.'),
  }),
  answer: BatchDetails,
  refusals: {
    ...benchRefusals,
    passage_taken: refusal(409, 'This patient has a batch with this passage.'),
    ...rejected,
  },
});

export const readBatch = route({
  method: 'GET',
  path: '/api/v1/bench/batches/:id/',
  summary: 'A batch with its lots, results and vials',
  access: 'bench.use',
  reads: { what: 'record', subjects: ({ patient }) => [patient.id] },
  params: ofBatch,
  query: z.object(ofLabInQuery),
  answer: BatchDetails,
  refusals: benchRefusals,
});

export const recordBatchLot = route({
  method: 'POST',
  path: '/api/v1/bench/batches/:id/lots/',
  summary: 'Record that a reagent of this lot went into a batch',
  access: 'bench.use',
  reads: { what: 'record', subjects: ({ patient }) => [patient.id] },
  params: ofBatch,
  body: z
    .object({
      ...scanned,
      lot_id: LotId.optional(),
      /** The maker's code as it was scanned, or the lot number. */
      text: ScannedInput.optional(),
    })
    .refine(({ lot_id, text: code }) => lot_id !== undefined || (code !== undefined && code !== ''), {
      path: ['text'],
      error: 'Scan a lot.',
    }),
  answer: BatchDetails,
  refusals: {
    ...scanRefusals,
    ...closed,
    lot_unknown: refusal(400, 'No lot of a reagent has this code. Register it first.'),
    lot_ambiguous: refusal(400, 'Several lots have this number. Scan the maker’s code.'),
    lot_expired: refusal(409, 'This lot has expired.'),
    lot_held: refusal(409, 'This lot must not be used: it is held.'),
  },
});

export const recordQc = route({
  method: 'POST',
  path: '/api/v1/bench/batches/:id/qc/',
  summary: 'Record a test result of a batch, or correct one',
  access: 'bench.use',
  reads: { what: 'record', subjects: ({ patient }) => [patient.id] },
  params: ofBatch,
  body: z
    .object({
      ...ofLab,
      test: QcTest,
      /** Percent for viability, million cells for the count. */
      value: z
        .number('Enter a number.')
        .min(0, 'Enter 0 or more.')
        .max(1_000_000_000, 'This is too much.')
        .nullable()
        .optional(),
      /** Left out for a viability with a value: it is computed. */
      verdict: QcVerdict.optional(),
      sampled_on: DayUntilNow,
      /** The result that this one corrects. */
      replaces: QcResultId.nullable().optional(),
      reason: text(1_000).optional(),
      /** Sets 'Sterility Complete' of the patient. */
      set_sterility: z.boolean().optional(),
    })
    .refine(({ replaces, reason = '' }) => (replaces ?? null) === null || reason !== '', {
      path: ['reason'],
      error: 'Say why it is corrected.',
    })
    .refine(({ test, value }) => test !== 'viability' || (value ?? 0) <= 100, {
      path: ['value'],
      error: 'At most 100 %.',
    })
    .refine(({ test, verdict, set_sterility }) => !set_sterility || (test === 'sterility' && verdict === 'pass'), {
      path: ['set_sterility'],
      error: 'Only a passed sterility test completes the sterility.',
    }),
  answer: BatchDetails,
  refusals: {
    ...benchRefusals,
    verdict: refusal(400, 'Choose pass, fail or pending.'),
    result_replaced: refusal(409, 'This result was corrected meanwhile. Look at the new one.'),
    result_known: refusal(409, 'This test has a result. Correct that one.'),
  },
});

export const addBatchVials = route({
  method: 'POST',
  path: '/api/v1/bench/batches/:id/vials/',
  summary: 'Add the vials that were made from a batch',
  access: 'bench.use',
  reads: { what: 'vials', subjects: ({ entry }) => [entry.user] },
  params: ofBatch,
  body: z.object({
    ...scanned,
    quantity: z
      .number('Enter 1 or more.')
      .int('Enter 1 or more.')
      .min(1, 'Enter 1 or more.')
      .max(MOST_VIALS_OF_BATCH, `Enter ${MOST_VIALS_OF_BATCH} or less.`),
    date: DayUntilNow,
  }),
  answer: z.object({ entry: VialEntry, codes: z.array(z.string()) }),
  refusals: { ...scanRefusals, ...closed, ...rejected },
});

export const closeBatch = route({
  method: 'POST',
  path: '/api/v1/bench/batches/:id/close/',
  summary: 'Close a batch as processed or as failed',
  access: 'bench.use',
  reads: { what: 'record', subjects: ({ patient }) => [patient.id] },
  params: ofBatch,
  body: z
    .object({
      ...ofLab,
      outcome: z.enum(['closed', 'failed'], 'Choose closed or failed.'),
      reason: text(1_000).optional(),
    })
    .refine(({ outcome, reason = '' }) => outcome === 'closed' || reason !== '', {
      path: ['reason'],
      error: 'Say why it failed.',
    }),
  answer: BatchDetails,
  refusals: { ...benchRefusals, ...closed },
});
