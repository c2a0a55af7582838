import { z } from 'zod';
import { DayUntilNow } from './kernel/day.ts';
import { UserId, UserIdInPath, VialEntryId, VialEntryIdInPath } from './kernel/ids.ts';
import { orEmpty } from './kernel/or-empty.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { text } from './kernel/text.ts';
import { NamedVial } from './named-vial.ts';

export const MOST_VIALS_AT_ONCE = 10_000;

export const VialEntryType = z.enum(['added', 'shipped']);
export type VialEntryType = z.infer<typeof VialEntryType>;

/** Vials that were added or shipped together. */
export const VialEntry = z.object({
  id: VialEntryId,
  type: VialEntryType,
  quantity: z.number().int(),
  date: z.iso.date(),
  tracking_id: z.string().nullable(),
  /** Left out for callers who can only read (D2 2.4). */
  note: z.string().optional(),
  /** The patient, under both documented names (C-33). */
  user: UserId,
  user_id: UserId,
  codes: z.array(z.string()),
});
export type VialEntry = z.infer<typeof VialEntry>;

export const readVials = route({
  method: 'GET',
  path: '/api/v1/vials/user/:userId/',
  summary: 'A patient’s vials: how many there are, and what came in and went out',
  access: 'vials.read',
  reads: { what: 'vials', subjects: (_, { params }) => [params.userId] },
  params: z.object({ userId: UserIdInPath }),
  answer: z.object({
    success: z.literal(true),
    data: z.object({
      user_vials: z.object({
        vials_available: z.number().int(),
        vials_shipped: z.number().int(),
        vials_added: z.number().int(),
        /** In store and in quarantine: added = available + quarantined + shipped + discarded. */
        vials_quarantined: z.number().int(),
        vials_discarded: z.number().int(),
        /** Reserved for orders; part of the available ones. */
        vials_reserved: z.number().int(),
      }),
      /** Oldest entry first, so that a new one is on the last page. */
      vials_history: z.array(VialEntry),
    }),
    may: z.array(z.enum(['add', 'edit', 'delete_added', 'delete_shipped', 'see_notes'])),
  }),
});

export const VialState = z.enum(['stored', 'shipped', 'discarded', 'withdrawn']);
export type VialState = z.infer<typeof VialState>;

export const Vial = z.object({
  code: z.string(),
  /** What another system had printed on it; null for a vial that was not imported with its codes. */
  old_code: z.string().nullable(),
  state: VialState,
  /** In quarantine: it is in store and cannot leave. */
  held: z.boolean(),
  /** Reserved for an order. */
  reserved: z.boolean(),
  added_on: z.iso.date(),
  added_entry_id: VialEntryId,
  shipped_on: z.iso.date().nullable(),
  shipped_entry_id: VialEntryId.nullable(),
  tracking_id: z.string().nullable(),
});
export type Vial = z.infer<typeof Vial>;

export const listVials = route({
  method: 'GET',
  path: '/api/v1/vials/user/:userId/vials/',
  summary: 'Every vial of a patient, and where it is',
  access: 'vials.read',
  reads: { what: 'vials', subjects: (_, { params }) => [params.userId] },
  params: z.object({ userId: UserIdInPath }),
  answer: z.array(Vial),
});

const ENTER_ONE = 'Enter 1 or more';

const Quantity = z
  .number(ENTER_ONE)
  .int(ENTER_ONE)
  .min(1, ENTER_ONE)
  .max(MOST_VIALS_AT_ONCE, `Enter ${MOST_VIALS_AT_ONCE} or less`);

const TrackingId = text(100).nullable();
const Note = text(1_000);

export const CHOOSE_AS_MANY = 'Choose as many vials as the quantity says.';

const entryRefusals = {
  vials_unavailable: refusal(409, 'There are not that many vials.'),
};

export const addVialEntry = route({
  method: 'POST',
  path: '/api/v1/vials-history/',
  summary: 'Write down that vials came in or went out',
  access: 'vials.change',
  reads: { what: 'vials', subjects: ({ data }) => [data.user] },
  body: z
    .object({
      type: VialEntryType,
      date: DayUntilNow,
      quantity: Quantity,
      tracking_id: TrackingId.default(null),
      note: Note.nullable().default(''),
      /** Either of the two names is accepted (C-33). */
      user: orEmpty(UserId).optional(),
      user_id: orEmpty(UserId).optional(),
      /** The vials to ship; without it, the oldest ones. */
      vial_codes: z.array(NamedVial).max(MOST_VIALS_AT_ONCE).optional(),
    })
    .refine(({ user, user_id }) => (user ?? user_id ?? null) !== null, { path: ['user'], error: 'Choose a patient.' })
    .refine(({ user, user_id }) => !user || !user_id || user === user_id, {
      path: ['user_id'],
      error: 'Must be the same as user.',
    })
    .refine(({ type, tracking_id }) => type === 'shipped' || !tracking_id, {
      path: ['tracking_id'],
      error: 'Only shipped vials have a tracking ID.',
    })
    .refine(({ type, vial_codes }) => type === 'shipped' || vial_codes === undefined, {
      path: ['vial_codes'],
      error: 'New vials get codes of their own.',
    })
    .refine(({ quantity, vial_codes }) => vial_codes === undefined || vial_codes.length === quantity, {
      path: ['vial_codes'],
      error: CHOOSE_AS_MANY,
    }),
  answer: z.object({ success: z.literal(true), data: VialEntry }),
  refusals: entryRefusals,
});

const aboutEntry = z.object({ id: VialEntryIdInPath });

/** The documented screen also sends `type` and the patient; neither can be changed (C-33). */
export const editVialEntry = route({
  method: 'PATCH',
  path: '/api/v1/vials-history/:id/',
  summary: 'Correct an entry: its quantity, note or tracking ID',
  access: 'vials.change',
  reads: { what: 'vials', subjects: ({ user }) => [user] },
  params: aboutEntry,
  body: z.object({
    quantity: Quantity.optional(),
    note: Note.nullable().optional(),
    tracking_id: TrackingId.optional(),
    type: VialEntryType.optional(),
    user: orEmpty(UserId).optional(),
    user_id: orEmpty(UserId).optional(),
  }),
  answer: VialEntry,
  refusals: entryRefusals,
});

export const deleteVialEntry = route({
  method: 'DELETE',
  path: '/api/v1/vials-history/:id/',
  summary: 'Take an entry back',
  access: 'vials.change',
  params: aboutEntry,
  answer: z.object({ success: z.literal(true) }),
  refusals: entryRefusals,
});
