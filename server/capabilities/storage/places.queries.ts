import { formatPosition } from '@vialkeep/contract/box-positions.ts';
import { PlaceId } from '@vialkeep/contract/kernel/ids.ts';
import { type Cell, type Place, PlaceKind } from '@vialkeep/contract/places.ts';
import { type Selectable, sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';

export type PlaceRow = Selectable<Tables['places']>;

/** A place of any lab that the connection sees; the caller checks whose it is. */
export async function requirePlace(db: Db, id: number): Promise<PlaceRow> {
  return orNotFound((await db.selectFrom('places').selectAll().where('id', '=', id).executeTakeFirst()) ?? null);
}

export async function findPlaceByCode(db: Db, labId: number, code: string): Promise<PlaceRow | null> {
  const row = await db
    .selectFrom('places')
    .selectAll()
    .where('lab_id', '=', labId)
    .where('code', '=', code)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Serializes the changes of these labs' places and positions until the transaction ends, in ascending order. It comes
 * after `lockCustody`: every move of a vial locks its patient's chain first.
 */
export async function lockPlaces(work: Work, labIds: readonly (number | null)[]): Promise<void> {
  const ids = [...new Set(labIds)].filter((id) => id !== null).toSorted((one, other) => one - other);
  for (const id of ids) await sql`select lock_places(${id})`.execute(work.db);
}

export function presentPlace(row: PlaceRow): Place {
  return {
    id: PlaceId.parse(row.id),
    parent_id: row.parent_id === null ? null : PlaceId.parse(row.parent_id),
    kind: PlaceKind.parse(row.kind),
    name: row.name,
    code: row.code,
    rows: row.rows,
    columns: row.columns,
    filled: row.filled,
    capacity: row.capacity,
    retired_at: row.retired_at?.toISOString() ?? null,
  };
}

/** The places around one, the outermost first. */
export async function listPath(db: Db, place: PlaceRow): Promise<Pick<Place, 'id' | 'kind' | 'name'>[]> {
  const { rows } = await sql<{ id: number; kind: string; name: string }>`
    with recursive above as (
      select id, parent_id, kind, name, 1 as steps from places where id = ${place.parent_id}::integer
      union all
      select places.id, places.parent_id, places.kind, places.name, above.steps + 1
      from above join places on places.id = above.parent_id
    ) select id, kind, name from above order by steps desc`.execute(db);
  return rows.map((row) => ({ id: PlaceId.parse(row.id), kind: PlaceKind.parse(row.kind), name: row.name }));
}

/** Every position of a box, with the vial in it. */
export async function listCells(db: Db, box: PlaceRow): Promise<Cell[]> {
  const vials = await db
    .selectFrom('vials')
    .select(['code', 'position', sql<boolean>`held_at is not null`.as('held')])
    .select(sql<boolean>`order_id is not null`.as('reserved'))
    .where('box_id', '=', box.id)
    .execute();
  const byPosition = new Map(vials.map((vial) => [vial.position, vial]));
  return Array.from({ length: box.capacity }, (_, index) => {
    const vial = byPosition.get(index + 1);
    return {
      position: index + 1,
      label: labelIn(box, index + 1),
      code: vial?.code ?? null,
      held: vial?.held ?? false,
      reserved: vial?.reserved ?? false,
    };
  });
}

export function labelIn(box: Pick<PlaceRow, 'columns'>, position: number): string {
  return formatPosition(position, box.columns ?? 1);
}

export async function listPlacesById(db: Db, ids: readonly number[]): Promise<PlaceRow[]> {
  return db.selectFrom('places').selectAll().where(sql<boolean>`id = any(${ids}::integer[])`).execute();
}
