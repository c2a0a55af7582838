import { listStockCounts, readStockCount } from '@vialkeep/contract/stock-counts.ts';
import { handle } from '../../kernel/http/handle.ts';
import { readBench } from '../lab-policy/index.ts';
import { listPlacesById } from './places.queries.ts';
import { loadStockCount, presentStockCount, requireStockCount, scannedCodes } from './stock-counts.queries.ts';

export const listStockCountsHandler = handle(listStockCounts, async ({ access, db, query }) => {
  const { lab } = await readBench(access, db, query.lab_id);
  const matching = db.selectFrom('stock_counts').where('stock_counts.lab_id', '=', lab.id);
  const { count } = await matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const page = await matching
    .selectAll()
    .select(scannedCodes.as('scanned'))
    .orderBy('stock_counts.id', 'desc')
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  const boxes = await listPlacesById(
    db,
    page.map(({ box_id }) => box_id),
  );
  return {
    results: page.flatMap(({ scanned, ...row }) =>
      boxes.filter(({ id }) => id === row.box_id).map((box) => presentStockCount(row, box, scanned)),
    ),
    count,
  };
});

export const readStockCountHandler = handle(readStockCount, async ({ access, db, params }) => {
  const count = await requireStockCount(db, params.id);
  await readBench(access, db, count.lab_id);
  return loadStockCount(db, count);
});
