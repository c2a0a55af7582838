import { z } from 'zod';
import { codeOf } from './bench-codes.ts';
import { benchRefusals, ofLab, ofLabInQuery, scanned, scanRefusals } from './bench-words.ts';
import { MOST_COLUMNS, MOST_POSITIONS, MOST_ROWS } from './box-positions.ts';
import { PlaceId, PlaceIdInPath, UserId } from './kernel/ids.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText } from './kernel/text.ts';
import { NamedVial } from './named-vial.ts';

export const PLACES_PER_PAGE = 100;

/** From the outermost to the innermost: each stands in one of an earlier kind. */
export const PlaceKind = z.enum(['facility', 'freezer', 'rack', 'box'], 'Choose a kind.');
export type PlaceKind = z.infer<typeof PlaceKind>;

export const Place = z.object({
  id: PlaceId,
  /** Null for a facility. */
  parent_id: PlaceId.nullable(),
  kind: PlaceKind,
  name: z.string(),
  code: z.string(),
  /** Of a box; null for other places. */
  rows: z.number().int().nullable(),
  columns: z.number().int().nullable(),
  /** The vials in it, and the positions for them. */
  filled: z.number().int(),
  capacity: z.number().int(),
  retired_at: z.iso.datetime().nullable(),
});
export type Place = z.infer<typeof Place>;

/** A position of a box. */
export const Cell = z.object({
  position: z.number().int(),
  label: z.string(),
  /** The vial in it. */
  code: z.string().nullable(),
  /** In quarantine. */
  held: z.boolean(),
  reserved: z.boolean(),
});
export type Cell = z.infer<typeof Cell>;

export const PlaceDetails = Place.extend({
  lab_id: UserId,
  /** The places around it, the outermost first. */
  path: z.array(Place.pick({ id: true, kind: true, name: true })),
  /** Every position of a box; left out for other places. */
  cells: z.array(Cell).optional(),
});
export type PlaceDetails = z.infer<typeof PlaceDetails>;

const placeRefusals = {
  ...benchRefusals,
  wrong_parent: refusal(409, 'It cannot stand there.'),
  name_taken: refusal(409, 'There is a place with this name already.'),
};

export const listPlaces = route({
  method: 'GET',
  path: '/api/v1/bench/places/',
  summary: 'The places of a lab that are in use: those inside one place, of one kind, or with one code',
  access: 'bench.use',
  query: z.object({
    ...ofLabInQuery,
    parent_id: PlaceIdInPath.optional(),
    kind: PlaceKind.optional(),
    code: codeOf('place').optional(),
    ...paging(PLACES_PER_PAGE),
  }),
  answer: pageOf(Place),
  refusals: benchRefusals,
});

const size = (most: number) => z.number().int().min(1, 'At least 1.').max(most, `At most ${most}.`);
const PlaceName = requiredText('Name', 60);

export const createPlace = route({
  method: 'POST',
  path: '/api/v1/bench/places/',
  summary: 'Add a facility, freezer, rack or box; it gets a code for its label',
  access: 'bench.use',
  body: z
    .object({
      ...ofLab,
      parent_id: PlaceId.optional(),
      kind: PlaceKind,
      name: PlaceName,
      rows: size(MOST_ROWS).optional(),
      columns: size(MOST_COLUMNS).optional(),
    })
    .superRefine(({ kind, rows, columns }, context) => {
      for (const [field, value] of Object.entries({ rows, columns })) {
        if ((kind === 'box') === (value !== undefined)) continue;
        const message = kind === 'box' ? 'A box has rows and columns.' : 'Only a box has rows and columns.';
        context.addIssue({ code: 'custom', path: [field], message });
      }
    }),
  answer: PlaceDetails,
  refusals: placeRefusals,
});

export const readPlace = route({
  method: 'GET',
  path: '/api/v1/bench/places/:id/',
  summary: 'A place, and the positions of a box',
  access: 'bench.use',
  params: z.object({ id: PlaceIdInPath }),
  answer: PlaceDetails,
  refusals: benchRefusals,
});

export const changePlace = route({
  method: 'PATCH',
  path: '/api/v1/bench/places/:id/',
  summary: 'Move a place into another one with all that is in it, rename it, or retire it',
  access: 'bench.use',
  params: z.object({ id: PlaceIdInPath }),
  body: z
    .object({ parent_id: PlaceId.optional(), name: PlaceName.optional(), retired: z.literal(true).optional() })
    .refine((change) => Object.values(change).some((value) => value !== undefined), {
      path: ['name'],
      error: 'Say what changes.',
    }),
  answer: PlaceDetails,
  refusals: {
    ...placeRefusals,
    not_empty: refusal(409, 'It is not empty.'),
    place_retired: refusal(409, 'This place is retired.'),
    count_open: refusal(409, 'This box is being counted.'),
  },
});

const BoxOfVial = z.object({
  id: PlaceId,
  code: z.string(),
  name: z.string(),
  filled: z.number().int(),
  capacity: z.number().int(),
});

export const VialPosition = z.object({
  box: BoxOfVial.pick({ id: true, code: true, name: true }),
  position: z.number().int(),
  label: z.string(),
});
export type VialPosition = z.infer<typeof VialPosition>;

/** Where a position cannot be had. */
export const positionRefusals = {
  position_taken: refusal(409, 'Another vial is in this position.'),
  box_full: refusal(409, 'This box is full.'),
  place_retired: refusal(409, 'This box is retired.'),
  not_a_box: refusal(400, 'This is not a box.'),
  no_such_position: refusal(400, 'The box has no such position.'),
};

export const placeVial = route({
  method: 'POST',
  path: '/api/v1/bench/place-vial/',
  summary: 'Put a vial into a position of a box, or into the next free one',
  access: 'bench.use',
  body: z.object({
    ...scanned,
    vial_code: NamedVial,
    box_code: codeOf('place'),
    position: size(MOST_POSITIONS).optional(),
  }),
  answer: z.object({
    vial_code: z.string(),
    box: BoxOfVial,
    position: z.number().int(),
    label: z.string(),
    /** Null: it had no position, or is where it was. */
    moved_from: VialPosition.nullable(),
  }),
  refusals: {
    ...scanRefusals,
    ...positionRefusals,
    vial_gone: refusal(409, 'This vial is not in store.'),
  },
});

export const takeVial = route({
  method: 'POST',
  path: '/api/v1/bench/take-vial/',
  summary: 'Take a vial out of its position',
  access: 'bench.use',
  body: z.object({ ...scanned, vial_code: NamedVial }),
  answer: z.object({ vial_code: z.string(), moved_from: VialPosition }),
  refusals: {
    ...scanRefusals,
    vial_gone: refusal(409, 'This vial is not in store.'),
    not_placed: refusal(409, 'This vial has no position here.'),
  },
});
