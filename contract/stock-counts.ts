import { z } from 'zod';
import { codeOf } from './bench-codes.ts';
import { benchRefusals, ofLab, ofLabInQuery, scanned, scanRefusals } from './bench-words.ts';
import { MOST_POSITIONS } from './box-positions.ts';
import { PlaceId, StockCountId, StockCountIdInPath, UserId } from './kernel/ids.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText, text } from './kernel/text.ts';
import { positionRefusals } from './places.ts';
import { ScannedInput } from './scanned-text.ts';

export const COUNTS_PER_PAGE = 25;
const LONGEST_CODE = 100;

/** What a count says of a code, compared with the records. */
export const CountFinding = z.enum([
  'right',
  'wrong_position',
  /** In another box by the records. */
  'elsewhere',
  /** In store without a position by the records. */
  'unplaced',
  /** Not in store by the records, or picked for an order. */
  'gone',
  /** No vial of this lab. */
  'unknown',
  /** In this box by the records, and not scanned. */
  'missing',
]);
export type CountFinding = z.infer<typeof CountFinding>;

export const CountResolution = z.enum(['move_here', 'mark_missing', 'leave'], 'Choose what becomes of it.');
export type CountResolution = z.infer<typeof CountResolution>;

/** What may become of each difference. */
export const resolutionsOf: Readonly<Record<CountFinding, readonly CountResolution[]>> = {
  right: [],
  wrong_position: ['move_here', 'leave'],
  elsewhere: ['move_here', 'leave'],
  unplaced: ['move_here', 'leave'],
  gone: ['leave'],
  unknown: ['leave'],
  missing: ['mark_missing', 'leave'],
};

export const CountLine = z.object({
  code: z.string(),
  /** Where it was scanned, or for a missing vial where it should be. */
  label: z.string().nullable(),
  finding: CountFinding,
  /** Where it is by the records, in words; null once the count is closed. */
  recorded: z.string().nullable(),
  resolution: CountResolution.nullable(),
  note: z.string(),
});
export type CountLine = z.infer<typeof CountLine>;

const CountedBox = z.object({
  id: PlaceId,
  code: z.string(),
  name: z.string(),
  columns: z.number().int(),
  rows: z.number().int(),
});

export const StockCount = z.object({
  id: StockCountId,
  box: CountedBox,
  begun_at: z.iso.datetime(),
  closed_at: z.iso.datetime().nullable(),
  scanned: z.number().int(),
});
export type StockCount = z.infer<typeof StockCount>;

export const StockCountDetails = StockCount.extend({
  lab_id: UserId,
  /** The vials in the box by the records. */
  expected: z.number().int(),
  /** Differences first. */
  lines: z.array(CountLine),
});
export type StockCountDetails = z.infer<typeof StockCountDetails>;

const ofCount = z.object({ id: StockCountIdInPath });
const countRefusals = { count_closed: refusal(409, 'This count is closed.') };

export const listStockCounts = route({
  method: 'GET',
  path: '/api/v1/bench/counts/',
  summary: 'The stock counts of a lab, the newest first',
  access: 'bench.use',
  query: z.object({ ...ofLabInQuery, ...paging(COUNTS_PER_PAGE) }),
  answer: pageOf(StockCount),
  refusals: benchRefusals,
});

export const beginStockCount = route({
  method: 'POST',
  path: '/api/v1/bench/counts/',
  summary: 'Begin to count a box',
  access: 'bench.use',
  body: z.object({ ...ofLab, box_code: codeOf('place') }),
  answer: StockCountDetails,
  refusals: {
    ...benchRefusals,
    count_open: refusal(409, 'This box is being counted already.'),
    place_retired: positionRefusals.place_retired,
    not_a_box: positionRefusals.not_a_box,
  },
});

export const readStockCount = route({
  method: 'GET',
  path: '/api/v1/bench/counts/:id/',
  summary: 'A stock count: what was scanned, and how it differs from the records',
  access: 'bench.use',
  params: ofCount,
  answer: StockCountDetails,
  refusals: benchRefusals,
});

export const scanIntoCount = route({
  method: 'POST',
  path: '/api/v1/bench/counts/:id/scan/',
  summary: 'Write down that a code is in the counted box, and where',
  access: 'bench.use',
  params: ofCount,
  body: z.object({
    ...scanned,
    text: ScannedInput.refine((code) => code.trim() !== '', 'Scan a code.'),
    position: z.number().int().min(1, 'At least 1.').max(MOST_POSITIONS, `At most ${MOST_POSITIONS}.`).optional(),
  }),
  answer: z.object({ line: CountLine, scanned: z.number().int(), expected: z.number().int() }),
  refusals: { ...scanRefusals, ...countRefusals, no_such_position: positionRefusals.no_such_position },
});

export const closeStockCount = route({
  method: 'POST',
  path: '/api/v1/bench/counts/:id/close/',
  summary: 'Close a count: every difference is resolved, and the records follow',
  access: 'bench.use',
  params: ofCount,
  body: z.object({
    resolutions: z
      .array(
        z
          .object({
            code: requiredText('Code', 2 * LONGEST_CODE),
            as: CountResolution,
            note: text(500).default(''),
          })
          .refine(({ as, note }) => as !== 'leave' || note !== '', { path: ['note'], error: 'Say why it is left.' }),
      )
      .max(1_000)
      .refine((all) => new Set(all.map(({ code }) => code)).size === all.length, 'Name each code once.'),
  }),
  answer: StockCountDetails,
  refusals: {
    ...benchRefusals,
    ...countRefusals,
    ...positionRefusals,
    unresolved: refusal(409, 'Say what becomes of every difference.'),
    wrong_resolution: refusal(400, 'This cannot be done with it.'),
  },
});

/** A scanned text as it is kept in a count. */
export function formatCountedText(scannedText: string): string {
  // Array.from keeps a pair of surrogates together.
  return Array.from(scannedText.replace(/\p{Cc}/gu, ' ').trim())
    .slice(0, LONGEST_CODE)
    .join('')
    .trim();
}
