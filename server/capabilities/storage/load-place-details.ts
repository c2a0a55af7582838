import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { PlaceDetails } from '@vialkeep/contract/places.ts';
import type { Db } from '../../kernel/db/db.ts';
import { listCells, listPath, type PlaceRow, presentPlace, requirePlace } from './places.queries.ts';

export async function loadPlaceDetails(db: Db, id: number): Promise<PlaceDetails> {
  return presentPlaceDetails(db, await requirePlace(db, id));
}

export async function presentPlaceDetails(db: Db, place: PlaceRow): Promise<PlaceDetails> {
  return {
    ...presentPlace(place),
    lab_id: UserId.parse(place.lab_id),
    path: await listPath(db, place),
    ...(place.kind === 'box' ? { cells: await listCells(db, place) } : {}),
  };
}
