import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';

/** The move of a box, rack or freezer. */
export type PlaceMove = {
  readonly at: Date;
  readonly place_id: number;
  readonly from_parent: number | null;
  readonly to_parent: number | null;
  readonly operator_id: number | null;
};

/** A time in which a vial lay in one box; without an end it lies there now. */
export type Stay = { readonly box: number; readonly from: Date; readonly to: Date | null };

/** The boxes in which a vial has been, oldest first. */
export async function listStays(db: Db, vialId: number): Promise<Stay[]> {
  const moves = await db
    .selectFrom('moves')
    .select(['at', 'to_box'])
    .where('vial_id', '=', vialId)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return moves.flatMap(({ at, to_box }, index) =>
    to_box === null ? [] : [{ box: to_box, from: at, to: moves[index + 1]?.at ?? null }],
  );
}

/** The moves of places while the vial was inside them: of its box, and of what the box stood in at that time. */
export async function listMovesWith(db: Db, stays: readonly Stay[]): Promise<PlaceMove[]> {
  if (stays.length === 0) return [];
  const { moves, parents } = await loadPlaces(
    db,
    stays.map(({ box }) => box),
  );
  const standing = new Map(parents);
  // From now back: each move is undone after it was looked at, so that the parents are those of its time.
  return moves
    .toReversed()
    .filter((move) => {
      standing.set(move.place_id, move.to_parent);
      const isWithVial = stays.some(
        ({ box, from, to }) =>
          from <= move.at && (to === null || move.at < to) && isInside(standing, box, move.place_id),
      );
      standing.set(move.place_id, move.from_parent);
      return isWithVial;
    })
    .toReversed();
}

function isInside(parents: ReadonlyMap<number, number | null>, box: number, place: number): boolean {
  for (let at: number | null = box; at !== null; at = parents.get(at) ?? null) if (at === place) return true;
  return false;
}

/** Every place around these boxes, now or before, with its parent of now and its moves in order of time. */
async function loadPlaces(db: Db, boxes: readonly number[]) {
  const { rows } = await sql<{ id: number; parent_id: number | null }>`
    with recursive around (id) as (
      select unnest(${boxes}::integer[])
      union
      select other.id from around cross join lateral (
        select parent_id as id from places where places.id = around.id
        union all
        select unnest(array[from_parent, to_parent]) from moves where moves.place_id = around.id
      ) other where other.id is not null
    )
    select places.id, places.parent_id from places join around using (id)`.execute(db);
  const ids = rows.map(({ id }) => id);
  const moves = await db
    .selectFrom('moves')
    .select(['at', 'place_id', 'from_parent', 'to_parent', 'operator_id'])
    .where(sql<boolean>`place_id = any(${ids}::integer[])`)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return {
    parents: rows.map(({ id, parent_id }) => [id, parent_id] as const),
    moves: moves.flatMap(({ place_id, ...move }) => (place_id === null ? [] : [{ place_id, ...move }])),
  };
}

/** The names of places, as they are now. */
export async function listPlaceNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('places')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
