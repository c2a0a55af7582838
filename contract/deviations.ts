import { z } from 'zod';
import { Moment } from './bench-moment.ts';
import { benchRefusals, ofLab, ofLabInQuery, SignatureShown } from './bench-words.ts';
import { Day } from './kernel/day.ts';
import { ArrivalId, BatchId, DeviationId, DeviationIdInPath, KitId, LotId, PlaceId, UserId } from './kernel/ids.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText, text } from './kernel/text.ts';
import { NamedVial } from './named-vial.ts';

export const DEVIATIONS_PER_PAGE = 25;
/** Each list of a trace shows so many rows; the counts and the file have all. */
export const MOST_TRACED = 200;
export const MOST_NAMED_VIALS = 500;

export const DeviationState = z.enum(['open', 'closed']);
export type DeviationState = z.infer<typeof DeviationState>;

export const DeviationRisk = z.enum(['none', 'possible'], 'Choose none or possible.');
export type DeviationRisk = z.infer<typeof DeviationRisk>;

/** The vials that one call acts on. */
export const VialCodes = z
  .array(NamedVial)
  .min(1, 'Choose at least one vial.')
  .max(MOST_NAMED_VIALS, `At most ${MOST_NAMED_VIALS} vials at once.`);

const FreezerEvent = z
  .object({ place: PlaceId, from: Moment, to: Moment })
  .strict()
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'The end is before the beginning.' });

/** Where a trace begins: a lot of kits or of a reagent, a batch, a place for a time, a day of the lab (UTC), or vials. */
export const DeviationSource = z.union(
  [
    z.object({ kit_lot: LotId }).strict(),
    z.object({ reagent_lot: LotId }).strict(),
    z.object({ batch: BatchId }).strict(),
    FreezerEvent,
    z.object({ lab_day: Day }).strict(),
    z.object({ vials: VialCodes }).strict(),
  ],
  'Choose where the trace begins.',
);
export type DeviationSource = z.infer<typeof DeviationSource>;

/** An arrival that was not simply accepted opens a deviation by itself. */
export const StoredSource = z.union([
  z.object({ arrival: ArrivalId }),
  z.object({ kit_lot: LotId }),
  z.object({ reagent_lot: LotId }),
  z.object({ batch: BatchId }),
  z.object({ place: PlaceId, from: z.string(), to: z.string() }),
  z.object({ lab_day: z.string() }),
  z.object({ vials: z.array(z.string()) }),
]);
export type StoredSource = z.infer<typeof StoredSource>;

const Consignee = z.object({ id: UserId, name: z.string() });

export const TracedVial = z.object({
  code: z.string(),
  state: z.enum(['stored', 'shipped', 'discarded', 'withdrawn']),
  held: z.boolean(),
  patient_id: UserId,
  batch_code: z.string().nullable(),
  order_code: z.string().nullable(),
  /** Of a shipped vial: the clinic that got it, the day and the number of the parcel. */
  consignee: Consignee.nullable(),
  shipped_on: z.iso.date().nullable(),
  tracking_number: z.string().nullable(),
});
export type TracedVial = z.infer<typeof TracedVial>;

export const TraceList = z.enum([
  'vials',
  'shipments',
  'patients',
  'clinics',
  'orders',
  'batches',
  'arrivals',
  'kits',
  'lots',
]);
export type TraceList = z.infer<typeof TraceList>;

/** All that a source has touched. The lists have at most MOST_TRACED rows, and what was shipped comes first. */
export const Trace = z.object({
  counts: z.record(TraceList, z.number().int()),
  vials: z.array(TracedVial),
  shipments: z.array(
    z.object({
      entry_id: z.number().int(),
      shipped_on: z.iso.date(),
      tracking_number: z.string(),
      consignee: Consignee.nullable(),
      patient_id: UserId,
      vials: z.number().int(),
    }),
  ),
  patients: z.array(z.object({ patient_id: UserId, vials: z.number().int(), shipped: z.number().int() })),
  clinics: z.array(Consignee.extend({ vials: z.number().int(), shipped: z.number().int() })),
  orders: z.array(z.object({ order_id: z.number().int(), code: z.string(), state: z.string(), patient_id: UserId })),
  batches: z.array(z.object({ batch_id: BatchId, code: z.string(), state: z.string(), patient_id: UserId })),
  arrivals: z.array(
    z.object({ arrival_id: ArrivalId, arrived_at: z.iso.datetime(), decision: z.string(), patient_id: UserId }),
  ),
  kits: z.array(z.object({ kit_id: KitId, code: z.string(), state: z.string() })),
  lots: z.array(z.object({ lot_id: LotId, product: z.string(), lot: z.string(), is_held: z.boolean() })),
});
export type Trace = z.infer<typeof Trace>;

export const Deviation = z.object({
  id: DeviationId,
  title: z.string(),
  is_drill: z.boolean(),
  source: StoredSource,
  /** The source as people read it: 'Kit lot HK-2411'. */
  source_words: z.string(),
  state: DeviationState,
  opened_at: z.iso.datetime(),
  closed_at: z.iso.datetime().nullable(),
});
export type Deviation = z.infer<typeof Deviation>;

export const DeviationDetails = Deviation.extend({
  lab_id: UserId,
  text: z.string(),
  risk: DeviationRisk.nullable(),
  conclusion: z.string(),
  signature: SignatureShown.nullable(),
  /** What the source has touched by now. */
  trace: Trace,
  /** What recalls have done: vials written down, those of them in quarantine for it, and readers of letters. */
  recalled: z.object({ vials: z.number().int(), quarantined: z.number().int(), letters: z.number().int() }),
  may: z.array(z.enum(['recall', 'close'])),
});
export type DeviationDetails = z.infer<typeof DeviationDetails>;

const ofDeviation = z.object({ id: DeviationIdInPath });

/** The patients of a trace, for the record of readings. */
function patientsIn({ patients }: Trace) {
  return patients.map(({ patient_id }) => patient_id);
}

export const listDeviations = route({
  method: 'GET',
  path: '/api/v1/bench/deviations/',
  summary: 'The deviations and drills of a lab, newest first',
  access: 'bench.use',
  query: z.object({ ...ofLabInQuery, state: DeviationState.optional(), ...paging(DEVIATIONS_PER_PAGE) }),
  answer: pageOf(Deviation),
  refusals: benchRefusals,
});

export const openDeviation = route({
  method: 'POST',
  path: '/api/v1/bench/deviations/',
  summary: 'Open a deviation, or a drill that touches nothing',
  access: 'bench.use',
  reads: { what: 'list', subjects: ({ trace }) => patientsIn(trace) },
  body: z.object({
    ...ofLab,
    title: requiredText('Title', 200),
    text: text(5_000).default(''),
    source: DeviationSource,
    is_drill: z.boolean().default(false),
  }),
  answer: DeviationDetails,
  refusals: benchRefusals,
});

export const readDeviation = route({
  method: 'GET',
  path: '/api/v1/bench/deviations/:id/',
  summary: 'A deviation with all that it touches',
  access: 'bench.use',
  reads: { what: 'list', subjects: ({ trace }) => patientsIn(trace) },
  params: ofDeviation,
  query: z.object(ofLabInQuery),
  answer: DeviationDetails,
  refusals: benchRefusals,
});

export const traceSource = route({
  method: 'POST',
  path: '/api/v1/bench/trace/',
  summary: 'From a lot, batch, place, day or vials to every vial, patient, clinic and shipment',
  access: 'bench.use',
  reads: { what: 'list', subjects: patientsIn },
  body: z.object({ ...ofLab, source: DeviationSource }),
  answer: Trace,
  refusals: benchRefusals,
});

export const traceCsvColumns = [
  'Vial',
  'State',
  'In quarantine',
  'Patient',
  'Batch',
  'Order',
  'Clinic',
  'Clinic number',
  'Shipped on',
  'Consignee',
  'Consignee number',
  'Tracking number',
] as const;

export const exportTrace = route({
  method: 'GET',
  path: '/api/v1/bench/deviations/:id/trace.csv',
  summary: 'Every vial that a deviation touches, as a CSV file; shipped ones first',
  access: 'bench.use',
  stepUp: true,
  reads: { what: 'export' },
  params: ofDeviation,
  query: z.object(ofLabInQuery),
  refusals: benchRefusals,
});

export const closedRefusal = { deviation_closed: refusal(409, 'This deviation is closed.') };
