import { listArrivals } from '@vialkeep/contract/arrivals.ts';
import { countListed } from '../../../kernel/db/count-listed.ts';
import { whenDefined } from '../../../kernel/db/when-defined.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { readBench } from '../../lab-policy/index.ts';
import { arrivalRows, presentArrival } from './arrivals.queries.ts';

export const listArrivalsHandler = handle(listArrivals, async ({ access, db, query }) => {
  const { lab } = await readBench(access, db, query.lab_id);
  const arrivals = arrivalRows(db, lab.id).where((eb) =>
    eb.and(whenDefined(query.patient_id, (patient) => eb('arrivals.patient_id', '=', patient))),
  );
  const [rows, count] = await Promise.all([
    arrivals.orderBy('arrivals.id', 'desc').limit(query.limit).offset(query.offset).execute(),
    countListed(
      db,
      db
        .selectFrom('arrivals')
        .select('id')
        .where('lab_id', '=', lab.id)
        .where((eb) => eb.and(whenDefined(query.patient_id, (patient) => eb('patient_id', '=', patient)))),
    ),
  ]);
  return { count, results: rows.map(presentArrival) };
});
