import { listOperators } from '@vialkeep/contract/lab-policy.ts';
import { handle } from '../../kernel/http/handle.ts';
import { operatorRows, presentOperator } from './operators.queries.ts';
import { requireLab } from './require-lab.ts';

export const listOperatorsHandler = handle(listOperators, async ({ access, db, query }) => {
  const lab = await requireLab(access, db, query.lab_id);
  const [rows, { count }] = await Promise.all([
    operatorRows(db).where('lab_id', '=', lab.id).orderBy('id').limit(query.limit).offset(query.offset).execute(),
    db
      .selectFrom('lab_operators')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('lab_id', '=', lab.id)
      .executeTakeFirstOrThrow(),
  ]);
  return { count, results: rows.map(presentOperator) };
});
