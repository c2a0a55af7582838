import { formatPosition } from '@vialkeep/contract/box-positions.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

export type PlaceNames = {
  readonly id: number;
  readonly code: string;
  readonly columns: number | null;
  path: string[];
};

/** A place with its name and those of all around it, the outermost first. */
export async function findPlaceNames(db: Db, placeId: number): Promise<PlaceNames | null> {
  const { rows } = await sql<PlaceNames>`
    with recursive above as (
      select id, parent_id, name, code, columns, 0 as depth from places where id = ${placeId}
      union all
      select places.id, places.parent_id, places.name, places.code, places.columns, above.depth + 1
      from above join places on places.id = above.parent_id
    )
    select inner_one.id, inner_one.code, inner_one.columns,
      array(select name from above order by depth desc) as path
    from above inner_one where depth = 0`.execute(db);
  return rows[0] ?? null;
}

export type VialPlace = {
  readonly box_id: number;
  readonly box_code: string;
  readonly path: string[];
  readonly position: number;
  readonly label: string;
};

/** Where a vial is, in the words on the boxes; null where it has no position. */
export async function findVialPlace(
  db: Db,
  { box_id, position }: { readonly box_id: number | null; readonly position: number | null },
): Promise<VialPlace | null> {
  const box = box_id === null ? null : await findPlaceNames(db, box_id);
  if (box === null || position === null) return null;
  const label = formatPosition(position, box.columns ?? 1);
  return { box_id: box.id, box_code: box.code, path: box.path, position, label };
}
