import { PlaceId } from '@vialkeep/contract/kernel/ids.ts';
import { positionRefusals, type VialPosition } from '@vialkeep/contract/places.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { orNotFound, Refusal } from '../../kernel/http/refuse.ts';
import type { Lab } from '../lab-policy/index.ts';
import { findPlaceByCode, labelIn, type PlaceRow, requirePlace } from './places.queries.ts';

type Reason = keyof typeof positionRefusals;

/** A refusal that every route that gives positions declares. */
export function refusePosition(reason: Reason, field: string, message?: string): Refusal {
  return new Refusal(reason, positionRefusals[reason], { fields: [field], ...(message ? { message } : {}) });
}

/** The box of this lab with this code, which is in use. Another lab's box is 404. */
export async function requireBox(db: Db, lab: Lab, code: string): Promise<PlaceRow> {
  const place = orNotFound(await findPlaceByCode(db, lab.id, code));
  if (place.kind !== 'box') throw refusePosition('not_a_box', 'box_code');
  if (place.retired_at) throw refusePosition('place_retired', 'box_code');
  return place;
}

/**
 * The position that a vial gets: the requested one if it is free, otherwise the next free one. The caller holds
 * `lockPlaces`, so that it stays free until the transaction ends.
 */
export async function choosePosition(db: Db, box: PlaceRow, requested?: number): Promise<number> {
  if (requested === undefined) return requireFreePosition(db, box);
  if (requested > box.capacity) throw refusePosition('no_such_position', 'position');
  const other = await db
    .selectFrom('vials')
    .select('code')
    .where('box_id', '=', box.id)
    .where('position', '=', requested)
    .executeTakeFirst();
  if (other) {
    const label = labelIn(box, requested);
    throw refusePosition('position_taken', 'position', `Vial ${other.code} is in position ${label}.`);
  }
  return requested;
}

async function requireFreePosition(db: Db, box: PlaceRow): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select position from generate_series(1, ${box.capacity}::integer) position
    where not exists (select from vials where vials.box_id = ${box.id} and vials.position = position.position)
    order by position limit 1`.execute(db);
  const [free] = rows;
  if (!free) throw refusePosition('box_full', 'box_code');
  return free.position;
}

/** Where a vial of this lab is, for the answer; null where it has no position, or one of another lab. */
export async function presentPosition(
  db: Db,
  lab: Lab,
  { boxId, position, boxLabId }: { boxId: number | null; position: number | null; boxLabId: number | null },
): Promise<VialPosition | null> {
  if (boxId === null || position === null || boxLabId !== lab.id) return null;
  const box = await requirePlace(db, boxId);
  return {
    box: { id: PlaceId.parse(box.id), code: box.code, name: box.name },
    position,
    label: labelIn(box, position),
  };
}
