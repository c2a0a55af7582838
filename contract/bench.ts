import { z } from 'zod';
import { AnyBenchCode } from './bench-codes.ts';
import { benchRefusals, ofLab, ofLabInQuery, ScanId, SignatureShown, scanned, scanRefusals } from './bench-words.ts';
import { CustodyEvent } from './custody.ts';
import { Day } from './kernel/day.ts';
import { OperatorId, UserId } from './kernel/ids.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText, text } from './kernel/text.ts';
import { ScannedInput } from './scanned-text.ts';
import { Vial } from './vials.ts';

export const LOG_PER_PAGE = 50;

/** Tiles count up to this many, so that a lab of a million vials opens as fast as a small one. */
export const MOST_COUNTED = 1_000;

export const UNDO_MINUTES = 10;

export const LABELS_AT_ONCE = 500;
const LABELS_A_SHEET = 85;

export const ScannedKind = z.enum(['vial', 'kit', 'place', 'batch', 'order', 'operator', 'lot', 'tracking', 'unknown']);
export type ScannedKind = z.infer<typeof ScannedKind>;

/** What may be done next with the thing that was scanned. */
export const NextStep = z.enum([
  'begin_shift',
  'end_shift',
  'open_passport',
  'place_vial',
  'take_vial',
  'pick_vial',
  'pack_vial',
  'release_vial',
  'quarantine_vial',
  'send_kit',
  'void_kit',
  'receive_tissue',
  'open_place',
  'fill_box',
  'count_box',
  'open_batch',
  'use_lot',
  'record_qc',
  'add_vials',
  'close_batch',
  'open_order',
  'pick_order',
  'pack_order',
  'ship_order',
  'deliver_order',
  'register_lot',
  'add_kits',
  'print_label',
]);
export type NextStep = z.infer<typeof NextStep>;

export const ScannedThing = z.object({
  kind: ScannedKind,
  /** Null for what is not known, and for a maker's lot that is not registered yet. */
  id: z.number().int().positive().nullable(),
  /** The order that has reserved a vial. */
  order_id: z.number().int().positive().optional(),
  /** As people read it; empty where the thing has no code of the bench. */
  code: z.string(),
  title: z.string(),
  lines: z.array(z.string()),
  next: z.array(NextStep),
});
export type ScannedThing = z.infer<typeof ScannedThing>;

export const UNKNOWN_CODE = 'This code is not known.';

export const lookUpScan = route({
  method: 'POST',
  path: '/api/v1/bench/scan/',
  summary: 'What a scanned text names at this lab, and what may come next; a text that names nothing is no error',
  access: 'bench.use',
  reads: { what: 'list' },
  body: z.object({ ...ofLab, text: ScannedInput }),
  answer: ScannedThing,
  refusals: { lab_required: benchRefusals.lab_required, bench_off: benchRefusals.bench_off },
});

const ActionInLog = z.object({
  scan_id: z.uuid(),
  at: z.iso.datetime(),
  kind: z.string(),
  input: z.enum(['scanner', 'camera', 'typed']),
  /** The operator, or the account of a lab without operators. */
  who: z.string(),
  /** Ids and codes of what the scan was about. */
  facts: z.record(z.string(), z.unknown()),
  /** The scan that this one has taken back. */
  undoes: z.uuid().nullable(),
  is_undone: z.boolean(),
});
export type ActionInLog = z.infer<typeof ActionInLog>;

export const BenchTile = z.enum([
  'to_receive',
  'in_process',
  'awaiting_release',
  'to_place',
  'to_pick',
  'deviations_open',
]);
export type BenchTile = z.infer<typeof BenchTile>;

export const BenchHome = z.object({
  lab_id: UserId,
  /** Whether a badge is needed before the first scan that changes something. */
  has_operators: z.boolean(),
  shift: z
    .object({
      operator: z.object({ id: OperatorId, name: z.string(), code: z.string(), may_sign: z.boolean() }),
      until: z.iso.datetime(),
    })
    .nullable(),
  /** At most MOST_COUNTED each. */
  tiles: z.record(BenchTile, z.number().int()),
  /** The last action of this session's operator, and whether it can be taken back. */
  last: ActionInLog.extend({ may_undo: z.boolean() }).nullable(),
});
export type BenchHome = z.infer<typeof BenchHome>;

const readRefusals = { lab_required: benchRefusals.lab_required, bench_off: benchRefusals.bench_off };

export const readBenchHome = route({
  method: 'GET',
  path: '/api/v1/bench/home/',
  summary: 'The start of a lab’s bench: the shift, what waits, and the last action',
  access: 'bench.use',
  query: z.object(ofLabInQuery),
  answer: BenchHome,
  refusals: readRefusals,
});

export const listBenchLog = route({
  method: 'GET',
  path: '/api/v1/bench/log/',
  summary: 'The actions of a day (UTC) at a lab’s bench, newest first',
  access: 'bench.use',
  query: z.object({ ...ofLabInQuery, day: Day.optional(), ...paging(LOG_PER_PAGE) }),
  answer: pageOf(ActionInLog),
  refusals: readRefusals,
});

export const undoScan = route({
  method: 'POST',
  path: '/api/v1/bench/undo/',
  summary: 'Take back the own last step with a vial, a kit or a lot',
  access: 'bench.use',
  body: z.object({ ...scanned, undoes: ScanId }),
  answer: z.object({
    undone: z.uuid(),
    kind: z.string(),
    /** The vials, kits or lots that are again as they were before. */
    codes: z.array(z.string()),
  }),
  refusals: { ...scanRefusals, too_late: refusal(409, `Changed since, or more than ${UNDO_MINUTES} minutes old.`) },
});

/** Where a vial is. */
const VialPosition = z.object({
  box_id: z.number().int().positive(),
  box_code: z.string(),
  /** From the facility to the box. */
  path: z.array(z.string()),
  position: z.number().int(),
  /** The position as it is printed on the box: B4. */
  label: z.string(),
});

/** One step of a vial: an event of the chain of custody, or the move of a place while the vial was in it. */
export const PassportStep = CustodyEvent.extend({
  /** The operator; null where the reader may not know, or there was none. */
  operator: z.string().nullable(),
  signature: SignatureShown.nullable(),
}).or(
  z.object({
    kind: z.literal('place.moved'),
    at: z.iso.datetime(),
    /** What was moved, and where it stood then and stands since. */
    place: z.string(),
    from: z.string(),
    to: z.string(),
    operator: z.string().nullable(),
  }),
);
export type PassportStep = z.infer<typeof PassportStep>;

/** Positions, batch, order and operators are null for all readers but labs and administrators. */
export const VialPassport = Vial.omit({ added_entry_id: true, shipped_entry_id: true }).extend({
  /** The name is '#' and the number where the reader may not see it. */
  patient: z.object({ id: UserId, name: z.string() }),
  hold_reason: z.enum(['awaiting_release', 'deviation', 'missing', 'returned', 'failed_qc']).nullable(),
  place: VialPosition.nullable(),
  batch: z.object({ id: z.number().int(), code: z.string(), passage: z.number().int(), state: z.string() }).nullable(),
  order: z.object({ id: z.number().int(), code: z.string(), state: z.string() }).nullable(),
  /** Oldest first. */
  steps: z.array(PassportStep),
  may: z.array(z.enum(['print_label', 'see_bench'])),
});
export type VialPassport = z.infer<typeof VialPassport>;

export const readVialPassport = route({
  method: 'GET',
  path: '/api/v1/bench/vials/:code/',
  summary: 'One vial’s whole way, from the kit to the parcel',
  access: 'vials.passport',
  reads: { what: 'vials', subjects: ({ patient }) => [patient.id] },
  /** The code of the vial, or the one that another system had printed on it. */
  params: z.object({ code: requiredText('Code', 60) }),
  answer: VialPassport,
  refusals: { bench_off: benchRefusals.bench_off },
});

export const LabelFormat = z.enum(['sheet', 'roll', 'zpl']);
export type LabelFormat = z.infer<typeof LabelFormat>;

export const printLabels = route({
  method: 'POST',
  path: '/api/v1/bench/labels/',
  summary: 'A file with the labels of vials, kits, places, batches, orders and badges of a lab',
  access: 'bench.use',
  reads: { what: 'vials' },
  body: z.object({
    ...ofLab,
    /** With the letter of its kind; nine characters alone are a vial. */
    codes: z
      .array(AnyBenchCode)
      .min(1, 'Choose at least one code.')
      .max(LABELS_AT_ONCE, `At most ${LABELS_AT_ONCE} labels at once.`),
    format: LabelFormat,
    /** The first free label of a sheet that was used before, counted by rows. */
    start_at: z.number().int().min(1, 'At least 1.').max(LABELS_A_SHEET, `At most ${LABELS_A_SHEET}.`).optional(),
    /** Why a label is printed again. */
    reason: text(500).optional(),
  }),
  refusals: {
    ...benchRefusals,
    unknown_code: refusal(404, 'There is no such code at this lab.'),
    reprint_reason: refusal(409, 'Say why they are printed again.'),
  },
});
