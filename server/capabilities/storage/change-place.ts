import { changePlace } from '@vialkeep/contract/places.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { changesBetween } from '../../kernel/audit/audit-changes.ts';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { requireBench } from '../lab-policy/index.ts';
import { recordPlaceMove } from '../vials/index.ts';
import { requireParent } from './create-place.ts';
import { loadPlaceDetails } from './load-place-details.ts';
import { lockPlaces, requirePlace } from './places.queries.ts';

export const changePlaceHandler = handle(
  changePlace,
  async ({ access, db, write, params, body }) => {
    const { lab_id } = await requirePlace(db, params.id);
    return write(async (work) => {
      const { lab, operator } = await requireBench(work, access, lab_id);
      await lockPlaces(work, [lab.id]);
      const before = await requirePlace(work.db, params.id);
      if (before.retired_at) throw refuseBy(changePlace, 'place_retired');
      if (body.parent_id !== undefined) await requireParent(work, lab, body.parent_id);
      if (body.retired && (await hasOpenCount(work.db, before.id))) throw refuseBy(changePlace, 'count_open');
      await work.db
        .updateTable('places')
        .set({
          name: body.name ?? before.name,
          parent_id: body.parent_id ?? before.parent_id,
          ...(body.retired ? { retired_at: sql<Date>`now()` } : {}),
        })
        .where('id', '=', before.id)
        .execute();
      if (body.parent_id !== undefined && body.parent_id !== before.parent_id) {
        await recordPlaceMove(work, {
          domainId: lab.domainId,
          labId: lab.id,
          placeId: before.id,
          from: before.parent_id,
          to: body.parent_id,
          operatorId: operator?.id ?? null,
        });
      }
      const { retired, ...changed } = body;
      await audit(work, {
        domainId: lab.domainId,
        action: 'bench.change_place',
        subject: 'place',
        subjectId: before.id,
        facts: { lab: lab.id, retired: retired ?? false },
        changes: changesBetween(before, changed),
      });
      return loadPlaceDetails(work.db, before.id);
    });
  },
  {
    place_names_in_parent: { reason: 'name_taken', field: 'name' },
    places_stand_in_order: { reason: 'wrong_parent', field: 'parent_id' },
    facilities_have_no_parent: { reason: 'wrong_parent', field: 'parent_id' },
    retired_places_are_empty: { reason: 'not_empty', field: 'retired' },
  },
);

async function hasOpenCount(db: Db, boxId: number): Promise<boolean> {
  const count = await db
    .selectFrom('stock_counts')
    .select('id')
    .where('box_id', '=', boxId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return count !== undefined;
}
