import { listHarvests } from '@vialkeep/contract/harvests.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { countListed } from '../../../kernel/db/count-listed.ts';
import { whenDefined } from '../../../kernel/db/when-defined.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { harvestRows, presentHarvest } from './harvests.queries.ts';

/** A lab reads the harvests of its own kits; a clinic those of its patients, wherever they were taken. */
export const listHarvestsHandler = handle(listHarvests, async ({ access, actor, db, query }) => {
  const { where } = access.listFilter();
  const labId = actor.plan === Plan.lab ? actor.userId : query.lab_id;
  const harvests = harvestRows(db)
    .where(where)
    .where((eb) =>
      eb.and([
        ...whenDefined(labId, (lab) => eb('harvests.lab_id', '=', lab)),
        ...whenDefined(query.patient_id, (patient) => eb('harvests.patient_id', '=', patient)),
        ...whenDefined(query.kit_code, (code) => eb('kits.code', '=', code)),
        ...whenDefined(query.on_the_way, (isOnTheWay) => eb('arrivals.id', isOnTheWay ? 'is' : 'is not', null)),
      ]),
    );
  const [rows, count] = await Promise.all([
    harvests.orderBy('harvests.id', 'desc').limit(query.limit).offset(query.offset).execute(),
    countListed(db, harvests.clearSelect().select('harvests.id')),
  ]);
  return { count, results: rows.map(presentHarvest) };
});
