import { z } from 'zod';
import { MOST_PHOTOS } from './arrivals.ts';
import { benchRefusals, ofLab, ofLabInQuery, SignatureInput, SignatureShown, signRefusals } from './bench-words.ts';
import { closedRefusal, DeviationDetails, DeviationRisk, VialCodes } from './deviations.ts';
import { ArrivalId, BatchId, DeviationId, DeviationIdInPath, DocumentRowId, UserId } from './kernel/ids.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText, text } from './kernel/text.ts';
import { NamedVial } from './named-vial.ts';

export const CANDIDATES_PER_PAGE = 25;
/** The shortest reason for the release of vials without a batch. */
export const LEAST_RELEASE_NOTE = 20;

export const HoldReason = z.enum(['awaiting_release', 'deviation', 'missing', 'returned', 'failed_qc']);
export type HoldReason = z.infer<typeof HoldReason>;

/** What a release is judged by; a lab asks for the tests that its settings name. */
export const CriterionName = z.enum([
  'found',
  'arrival',
  'viability',
  'count',
  'sterility',
  'consents',
  'batch',
  'deviations',
]);
export type CriterionName = z.infer<typeof CriterionName>;

export const Criterion = z.object({
  name: CriterionName,
  met: z.boolean(),
  words: z.string(),
  /** The records that prove it, or that stand against it. */
  deviation_ids: z.array(DeviationId),
});
export type Criterion = z.infer<typeof Criterion>;

/**
 * Vials in quarantine that are judged together: those of one batch, or of one patient without a batch. Missing ones are
 * apart from the others.
 */
export const Candidate = z.object({
  batch_id: BatchId.nullable(),
  batch_code: z.string().nullable(),
  arrival_id: ArrivalId.nullable(),
  patient_id: UserId,
  vial_codes: z.array(z.string()),
  hold_reasons: z.array(HoldReason),
  criteria: z.array(Criterion),
  /** Vials without a batch need a note, which is signed with them. */
  needs_note: z.boolean(),
});
export type Candidate = z.infer<typeof Candidate>;

export const listCandidates = route({
  method: 'GET',
  path: '/api/v1/bench/candidates/',
  summary: 'Vials in quarantine with the criteria of their release',
  access: 'bench.use',
  reads: { what: 'list', subjects: ({ results }) => results.map(({ patient_id }) => patient_id) },
  query: z.object({ ...ofLabInQuery, vial: NamedVial.optional(), ...paging(CANDIDATES_PER_PAGE) }),
  /** The groups among the first 5,000 vials are counted. */
  answer: pageOf(Candidate),
  refusals: benchRefusals,
});

const vialRefusals = { vial_gone: refusal(409, 'A vial is not in store any more.') };

export const releaseVials = route({
  method: 'POST',
  path: '/api/v1/bench/release/',
  summary: 'Release vials from quarantine by a signature',
  access: 'bench.sign',
  body: z.object({ ...ofLab, vial_codes: VialCodes, note: text(1_000).optional(), signature: SignatureInput }),
  answer: z.object({ signature: SignatureShown }),
  refusals: {
    ...signRefusals,
    ...vialRefusals,
    not_held: refusal(409, 'A vial is not in quarantine.'),
    criteria_not_met: refusal(409, 'Not every criterion of the release is met.'),
    note_required: refusal(400, `Say why vials without a batch are released, in ${LEAST_RELEASE_NOTE} characters.`),
  },
});

export const quarantineVials = route({
  method: 'POST',
  path: '/api/v1/bench/quarantine/',
  summary: 'Put vials into quarantine, which frees them from their orders',
  access: 'bench.use',
  body: z.object({
    ...ofLab,
    vial_codes: VialCodes,
    note: requiredText('Note', 1_000),
    deviation_id: DeviationId.nullable().optional(),
  }),
  answer: z.object({
    vials: z.number().int(),
    /** Those that were not in quarantine before, or are there for this deviation now. */
    quarantined: z.number().int(),
    orders_freed: z.array(z.string()),
  }),
  refusals: {
    ...benchRefusals,
    ...vialRefusals,
    ...closedRefusal,
    drill: refusal(409, 'A drill holds nothing.'),
  },
});

export const DiscardBasis = z.enum(['patient_request', 'failed_qc', 'damaged', 'recall'], 'Choose a basis.');
export type DiscardBasis = z.infer<typeof DiscardBasis>;

export const discardVials = route({
  method: 'POST',
  path: '/api/v1/bench/discard/',
  summary: 'Discard vials for good, by a signature',
  access: 'bench.sign',
  body: z
    .object({
      ...ofLab,
      vial_codes: VialCodes,
      basis: DiscardBasis,
      /** The completed document by which the patient asked for it. */
      document_id: DocumentRowId.nullable().optional(),
      photos: z
        .array(text(100))
        .max(MOST_PHOTOS, `At most ${MOST_PHOTOS} photos.`)
        .transform((names) => [...new Set(names)])
        .default([]),
      note: requiredText('Note', 1_000),
      signature: SignatureInput,
    })
    .refine(({ basis, photos }) => basis !== 'damaged' || photos.length > 0, {
      path: ['photos'],
      error: 'Add a photo of the damage.',
    })
    .refine(({ basis, document_id }) => basis === 'patient_request' || (document_id ?? null) === null, {
      path: ['document_id'],
      error: 'Only a request of the patient has a document.',
    }),
  answer: z.object({ discarded: z.number().int(), signature: SignatureShown }),
  refusals: {
    ...signRefusals,
    ...vialRefusals,
    consent_missing: refusal(409, 'No completed document of this patient asks for it, or it was used before.'),
    reserved: refusal(409, 'A vial is reserved for an order. Put it into quarantine first.'),
    basis_not_met: refusal(409, 'The records do not show this basis.'),
    photo_unknown: refusal(400, 'A photo is not there any more. Take it again.'),
  },
});

const ofDeviation = z.object({ id: DeviationIdInPath });

export const recallDeviation = route({
  method: 'POST',
  path: '/api/v1/bench/deviations/:id/recall/',
  summary: 'Put all that a deviation touches into quarantine, and write to the clinics; a drill holds nothing',
  access: 'bench.use',
  params: ofDeviation,
  body: z
    .object({ ...ofLab, quarantine: z.boolean().default(false), notify: z.boolean().default(false) })
    .refine(({ quarantine, notify }) => quarantine || notify, {
      path: ['quarantine'],
      error: 'Choose what is to be done.',
    }),
  answer: z.object({
    /** All that the deviation touches. */
    vials: z.number().int(),
    /** By this call. */
    quarantined: z.number().int(),
    shipped: z.number().int(),
    clinics: z.number().int(),
    /** By this call. */
    letters: z.number().int(),
  }),
  refusals: { ...benchRefusals, ...closedRefusal },
});

export const closeDeviation = route({
  method: 'POST',
  path: '/api/v1/bench/deviations/:id/close/',
  summary: 'Close a deviation with its risk and conclusion, by a signature',
  access: 'bench.sign',
  reads: { what: 'list', subjects: ({ trace }) => trace.patients.map(({ patient_id }) => patient_id) },
  params: ofDeviation,
  body: z.object({
    ...ofLab,
    risk: DeviationRisk,
    conclusion: requiredText('Conclusion', 5_000),
    signature: SignatureInput,
  }),
  answer: DeviationDetails,
  refusals: { ...signRefusals, ...closedRefusal },
});
