import { z } from 'zod';
import { codeOf } from './bench-codes.ts';
import { benchRefusals, ofLab, ofLabInQuery, scanned, scanRefusals } from './bench-words.ts';
import { Day, DayUntilNow } from './kernel/day.ts';
import { KitId, KitIdInPath, LotId, LotIdInPath, UserId } from './kernel/ids.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText, text } from './kernel/text.ts';
import { ScannedInput } from './scanned-text.ts';

const LEAST_REASON = 10;
export const LOTS_PER_PAGE = 25;
export const KITS_PER_PAGE = 25;
/** As many as one file of labels has. */
export const MOST_KITS_AT_ONCE = 500;

export const LotKind = z.enum(['kit', 'reagent'], 'Choose kits or a reagent.');
export type LotKind = z.infer<typeof LotKind>;

export const Lot = z.object({
  id: LotId,
  kind: LotKind,
  name: z.string(),
  lot: z.string(),
  gtin: z.string().nullable(),
  expires_on: z.iso.date().nullable(),
  received_on: z.iso.date(),
  is_expired: z.boolean(),
  /** A deviation holds it: it is not used. */
  is_held: z.boolean(),
  /** The last days that were corrected, oldest first. */
  corrections: z.array(
    z.object({
      expires_on_before: z.iso.date().nullable(),
      expires_on: z.iso.date().nullable(),
      reason: z.string(),
      operator: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
  /** Kits of this lot by state; all 0 for a reagent. */
  kits: z.object({ in_stock: z.number().int(), sent: z.number().int(), used: z.number().int() }),
});
export type Lot = z.infer<typeof Lot>;

export const listLots = route({
  method: 'GET',
  path: '/api/v1/bench/lots/',
  summary: 'The lots of kits and reagents of a lab, newest first',
  access: 'bench.use',
  query: z.object({ ...ofLabInQuery, kind: LotKind.optional(), ...paging(LOTS_PER_PAGE) }),
  answer: pageOf(Lot),
  refusals: benchRefusals,
});

const LastDay = z.preprocess((value) => (value === '' ? null : value), Day.nullable());

export const NewLot = z.object({
  kind: LotKind,
  name: requiredText('Name', 120),
  /** Left out where the maker's code has it. */
  lot: text(60).optional(),
  gtin: z
    .string()
    .regex(/^\d{14}$/, 'A product number has 14 digits.')
    .optional(),
  expires_on: LastDay.optional(),
  received_on: DayUntilNow.optional(),
  /** The maker's code as it was scanned. */
  text: ScannedInput.optional(),
});

export const addLot = route({
  method: 'POST',
  path: '/api/v1/bench/lots/',
  summary: 'Register a lot, by hand or by the maker’s code',
  access: 'bench.use',
  body: NewLot.extend(ofLab),
  answer: Lot,
  refusals: {
    ...benchRefusals,
    lot_required: refusal(400, 'Lot is required.'),
    code_unreadable: refusal(400, 'This is not a maker’s code.'),
    code_differs: refusal(400, 'The maker’s code says something else.'),
    lot_known: refusal(409, 'This lot is registered already.'),
  },
});

export const correctLot = route({
  method: 'POST',
  path: '/api/v1/bench/lots/:id/correct/',
  summary: 'Correct the last day of a lot; the day before stays readable',
  access: 'bench.use',
  params: z.object({ id: LotIdInPath }),
  body: z.object({
    ...ofLab,
    expires_on: LastDay,
    reason: text(1_000).refine(
      (reason) => [...reason].length >= LEAST_REASON,
      `Say why, in at least ${LEAST_REASON} characters.`,
    ),
  }),
  answer: Lot,
  refusals: benchRefusals,
});

export const KitState = z.enum(['in_stock', 'sent', 'used', 'received', 'void']);
export type KitState = z.infer<typeof KitState>;

export const Kit = z.object({
  id: KitId,
  code: z.string(),
  serial: z.string().nullable(),
  state: KitState,
  lot: z.object({
    id: LotId,
    name: z.string(),
    lot: z.string(),
    expires_on: z.iso.date().nullable(),
    is_expired: z.boolean(),
    is_held: z.boolean(),
  }),
  /** The clinic that it was sent to. */
  center: z.object({ id: UserId, company: z.string() }).nullable(),
  sent_at: z.iso.datetime().nullable(),
  /** Why it is void. */
  reason: z.string(),
});
export type Kit = z.infer<typeof Kit>;

export const listKits = route({
  method: 'GET',
  path: '/api/v1/bench/kits/',
  summary: 'The kits of a lab, newest first',
  access: 'bench.use',
  query: z.object({
    ...ofLabInQuery,
    state: KitState.optional(),
    lot_id: LotIdInPath.optional(),
    code: codeOf('kit').optional(),
    ...paging(KITS_PER_PAGE),
  }),
  answer: pageOf(Kit),
  refusals: benchRefusals,
});

const Quantity = z
  .number('Enter 1 or more.')
  .int('Enter 1 or more.')
  .min(1, 'Enter 1 or more.')
  .max(MOST_KITS_AT_ONCE, `Enter ${MOST_KITS_AT_ONCE} or less.`);

export const addKits = route({
  method: 'POST',
  path: '/api/v1/bench/kits/',
  summary: 'Add kits of a lot; each gets a code',
  access: 'bench.use',
  body: z
    .object({
      ...ofLab,
      lot_id: LotId,
      quantity: Quantity,
      /** The maker's serial numbers, one a kit. */
      serials: z.array(requiredText('Serial number', 60)).max(MOST_KITS_AT_ONCE).optional(),
    })
    .refine(({ quantity, serials }) => serials === undefined || serials.length === quantity, {
      path: ['serials'],
      error: 'Enter one serial number for each kit.',
    })
    .refine(({ serials = [] }) => new Set(serials).size === serials.length, {
      path: ['serials'],
      error: 'A serial number is there twice.',
    }),
  answer: z.object({ kits: z.array(Kit) }),
  refusals: {
    ...benchRefusals,
    not_kits: refusal(400, 'This is a lot of a reagent.'),
    serial_known: refusal(409, 'A kit of this lot has this serial number already.'),
  },
});

const kitRefusals = { kit_state: refusal(409, 'This kit cannot be changed any more.') };

export const sendKits = route({
  method: 'POST',
  path: '/api/v1/bench/kits/send/',
  summary: 'Record that kits were sent to a clinic',
  access: 'bench.use',
  body: z.object({
    ...scanned,
    codes: z
      .array(codeOf('kit'))
      .min(1, 'Scan a kit.')
      .max(MOST_KITS_AT_ONCE)
      .transform((codes) => [...new Set(codes)]),
    center_id: UserId,
  }),
  answer: z.object({ kits: z.array(Kit) }),
  refusals: {
    ...scanRefusals,
    ...kitRefusals,
    kit_expired: refusal(409, 'This kit has expired.'),
    kit_held: refusal(409, 'This kit must not be used: its lot is held.'),
  },
});

export const voidKit = route({
  method: 'POST',
  path: '/api/v1/bench/kits/:id/void/',
  summary: 'Mark a kit as void, with the reason',
  access: 'bench.use',
  params: z.object({ id: KitIdInPath }),
  body: z.object({ ...ofLab, reason: requiredText('Reason', 500) }),
  answer: Kit,
  refusals: { ...benchRefusals, ...kitRefusals },
});
