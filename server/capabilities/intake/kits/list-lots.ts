import { listLots } from '@vialkeep/contract/kits.ts';
import { countListed } from '../../../kernel/db/count-listed.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { readBench } from '../../lab-policy/index.ts';
import { lotRows, presentLot } from './lots.queries.ts';

export const listLotsHandler = handle(listLots, async ({ access, db, query }) => {
  const { lab } = await readBench(access, db, query.lab_id);
  const { kind } = query;
  const [rows, count] = await Promise.all([
    lotRows(db, lab)
      .$if(kind !== undefined, (lots) => lots.where('lots.kind', '=', kind ?? ''))
      .orderBy('lots.id', 'desc')
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    countListed(
      db,
      db
        .selectFrom('lots')
        .select('id')
        .where('lab_id', '=', lab.id)
        .$if(kind !== undefined, (lots) => lots.where('kind', '=', kind ?? '')),
    ),
  ]);
  return { count, results: rows.map(presentLot) };
});
