import { randomBytes } from 'node:crypto';
import { createPlace, type PlaceKind } from '@vialkeep/contract/places.ts';
import { vialCodeFrom } from '@vialkeep/contract/vial-code.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuse, refuseBy } from '../../kernel/http/refuse.ts';
import { type Lab, requireBench } from '../lab-policy/index.ts';
import { presentPlaceDetails } from './load-place-details.ts';
import { lockPlaces, type PlaceRow } from './places.queries.ts';

const CODE_BYTES = 8;

export type NewPlace = {
  readonly kind: PlaceKind;
  readonly name: string;
  readonly parentId?: number | undefined;
  readonly rows?: number | undefined;
  readonly columns?: number | undefined;
  /** The source of its code; the demo network's is always the same. */
  readonly random?: (bytes: number) => Uint8Array;
};

export const createPlaceHandler = handle(
  createPlace,
  async ({ access, write, body }) =>
    write(async (work) => {
      const { lab } = await requireBench(work, access, body.lab_id);
      await lockPlaces(work, [lab.id]);
      if (body.parent_id !== undefined) await requireParent(work, lab, body.parent_id);
      else if (body.kind !== 'facility') throw refuseBy(createPlace, 'wrong_parent', { fields: ['parent_id'] });
      return presentPlaceDetails(work.db, await createPlaceOf(work, lab, { ...body, parentId: body.parent_id }));
    }),
  {
    place_names_in_parent: { reason: 'name_taken', field: 'name' },
    places_stand_in_order: { reason: 'wrong_parent', field: 'parent_id' },
    facilities_have_no_parent: { reason: 'wrong_parent', field: 'parent_id' },
  },
);

/** Adds a place with a new code. The caller has checked that the parent is of this lab. */
export async function createPlaceOf(work: Work, lab: Lab, place: NewPlace): Promise<PlaceRow> {
  const row = await work.db
    .insertInto('places')
    .values({
      domain_id: lab.domainId,
      lab_id: lab.id,
      parent_id: place.parentId ?? null,
      kind: place.kind,
      name: place.name,
      code: vialCodeFrom((place.random ?? randomBytes)(CODE_BYTES)),
      rows: place.rows ?? null,
      columns: place.columns ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(work, {
    domainId: lab.domainId,
    action: 'bench.create_place',
    subject: 'place',
    subjectId: row.id,
    facts: { lab: lab.id, kind: place.kind, parent: place.parentId ?? null },
  });
  return row;
}

/** A parent of another lab does not exist for this one. */
export async function requireParent(work: Work, lab: Lab, parentId: number): Promise<void> {
  const parent = await work.db
    .selectFrom('places')
    .select('id')
    .where('id', '=', parentId)
    .where('lab_id', '=', lab.id)
    .executeTakeFirst();
  if (!parent) throw refuse('not_found');
}
