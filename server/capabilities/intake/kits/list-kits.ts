import { listKits } from '@vialkeep/contract/kits.ts';
import type { ExpressionBuilder } from 'kysely';
import { countListed } from '../../../kernel/db/count-listed.ts';
import type { DB as Tables } from '../../../kernel/db/tables.generated.ts';
import { whenDefined } from '../../../kernel/db/when-defined.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { readBench } from '../../lab-policy/index.ts';
import { kitRows, presentKit } from './kits.queries.ts';

export const listKitsHandler = handle(listKits, async ({ access, db, query }) => {
  const { lab } = await readBench(access, db, query.lab_id);
  const isChosen = (eb: ExpressionBuilder<Tables, 'kits'>) =>
    eb.and([
      ...whenDefined(query.state, (state) => eb('kits.state', '=', state)),
      ...whenDefined(query.lot_id, (lot) => eb('kits.lot_id', '=', lot)),
      ...whenDefined(query.code, (code) => eb('kits.code', '=', code)),
    ]);
  const [rows, count] = await Promise.all([
    kitRows(db, lab.id).where(isChosen).orderBy('kits.id', 'desc').limit(query.limit).offset(query.offset).execute(),
    countListed(db, db.selectFrom('kits').select('kits.id').where('lab_id', '=', lab.id).where(isChosen)),
  ]);
  return { count, results: rows.map(presentKit) };
});
