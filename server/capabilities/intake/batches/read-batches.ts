import { listBatches, readBatch } from '@vialkeep/contract/batches.ts';
import type { ExpressionBuilder } from 'kysely';
import { countListed } from '../../../kernel/db/count-listed.ts';
import type { DB as Tables } from '../../../kernel/db/tables.generated.ts';
import { whenDefined } from '../../../kernel/db/when-defined.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { readBench } from '../../lab-policy/index.ts';
import { batchRows, loadBatch, presentBatch, requireBatch } from './batches.queries.ts';

export const listBatchesHandler = handle(listBatches, async ({ access, db, query }) => {
  const { lab } = await readBench(access, db, query.lab_id);
  const isChosen = (eb: ExpressionBuilder<Tables, 'batches'>) =>
    eb.and([
      eb('batches.lab_id', '=', lab.id),
      ...whenDefined(query.state, (state) => eb('batches.state', '=', state)),
      ...whenDefined(query.patient_id, (patient) => eb('batches.patient_id', '=', patient)),
      ...whenDefined(query.code, (code) => eb('batches.code', '=', code)),
    ]);
  const [rows, count] = await Promise.all([
    batchRows(db).where(isChosen).orderBy('batches.id', 'desc').limit(query.limit).offset(query.offset).execute(),
    countListed(db, db.selectFrom('batches').select('batches.id').where(isChosen)),
  ]);
  return { count, results: rows.map(presentBatch) };
});

export const readBatchHandler = handle(readBatch, async ({ access, db, params, query }) => {
  const { batch, lab } = await requireBatch(access, db, params.id, query.lab_id);
  const { settings } = await readBench(access, db, lab.id);
  return loadBatch(db, batch.id, settings.viability_min);
});
