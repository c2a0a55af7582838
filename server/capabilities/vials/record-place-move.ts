import type { Work } from '../../kernel/db/db.ts';

export type PlaceMove = {
  readonly domainId: number;
  readonly labId: number;
  readonly placeId: number;
  readonly from: number | null;
  readonly to: number;
  readonly operatorId: number | null;
};

/** Writes down that a place was moved with all that is in it: one row, however many vials it holds. */
export async function recordPlaceMove(work: Work, move: PlaceMove): Promise<void> {
  await work.db
    .insertInto('moves')
    .values({
      domain_id: move.domainId,
      lab_id: move.labId,
      place_id: move.placeId,
      from_parent: move.from,
      to_parent: move.to,
      operator_id: move.operatorId,
    })
    .execute();
}
