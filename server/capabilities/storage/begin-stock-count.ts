import { beginStockCount } from '@vialkeep/contract/stock-counts.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { requireBench } from '../lab-policy/index.ts';
import { lockPlaces } from './places.queries.ts';
import { requireBox } from './positions.ts';
import { loadStockCount } from './stock-counts.queries.ts';

export const beginStockCountHandler = handle(
  beginStockCount,
  async ({ access, write, body }) =>
    write(async (work) => {
      const { lab } = await requireBench(work, access, body.lab_id);
      // A box is not retired while its count begins.
      await lockPlaces(work, [lab.id]);
      const box = await requireBox(work.db, lab, body.box_code);
      const count = await work.db
        .insertInto('stock_counts')
        .values({ domain_id: lab.domainId, lab_id: lab.id, box_id: box.id })
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(work, {
        domainId: lab.domainId,
        action: 'bench.begin_count',
        subject: 'stock_count',
        subjectId: count.id,
        facts: { lab: lab.id, box: box.id },
      });
      return loadStockCount(work.db, count);
    }),
  { one_open_count_of_a_box: { reason: 'count_open', field: 'box_code' } },
);
