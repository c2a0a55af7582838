import { listDeviations, readDeviation, traceSource } from '@vialkeep/contract/deviations.ts';
import type { ExpressionBuilder } from 'kysely';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import { handle } from '../../kernel/http/handle.ts';
import { readBench } from '../lab-policy/index.ts';
import { deviationRows, loadDeviation, presentDeviation, requireDeviation } from './deviations.queries.ts';
import { loadTrace } from './load-trace.ts';
import { requireSource } from './open-deviation.ts';

export const listDeviationsHandler = handle(listDeviations, async ({ access, db, query }) => {
  const { lab } = await readBench(access, db, query.lab_id);
  const isChosen = (eb: ExpressionBuilder<Tables, 'deviations'>) =>
    eb.and([
      eb('deviations.lab_id', '=', lab.id),
      ...whenDefined(query.state, (state) => eb('deviations.state', '=', state)),
    ]);
  const [rows, { count }] = await Promise.all([
    deviationRows(db)
      .where(isChosen)
      .orderBy('deviations.id', 'desc')
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    db
      .selectFrom('deviations')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(isChosen)
      .executeTakeFirstOrThrow(),
  ]);
  return { count, results: rows.map(presentDeviation) };
});

export const readDeviationHandler = handle(readDeviation, async ({ access, db, params, query }) => {
  const { deviation, bench } = await requireDeviation(access, db, params.id, query.lab_id);
  return loadDeviation(db, bench.lab, deviation.id);
});

export const traceSourceHandler = handle(traceSource, async ({ access, db, body }) => {
  const { lab } = await readBench(access, db, body.lab_id);
  return loadTrace(db, lab, await requireSource(db, lab, body.source));
});
