import { type BenchTile, MOST_COUNTED } from '@vialkeep/contract/bench.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import type { Lab } from '../../lab-policy/index.ts';

/** What waits at a lab. Each count stops at its limit and reads a partial index. */
export async function countTiles(db: Db, lab: Lab): Promise<Record<BenchTile, number>> {
  const waiting: Readonly<Record<BenchTile, RawBuilder<unknown>>> = {
    to_receive: sql`from kits where lab_id = ${lab.id} and state = 'used'`,
    in_process: sql`from batches where lab_id = ${lab.id} and state = 'open'`,
    awaiting_release: sql`from vials where lab_id = ${lab.id} and held_at is not null
      and hold_reason in ('awaiting_release', 'returned')`,
    to_place: sql`from vials where lab_id = ${lab.id} and state = 'stored' and box_id is null and picked_at is null`,
    to_pick: sql`from vial_orders where lab_id = ${lab.id} and state in ('ready', 'picking')`,
    deviations_open: sql`from deviations where lab_id = ${lab.id} and state = 'open'`,
  };
  const columns = Object.entries(waiting).map(
    ([tile, rows]) =>
      sql`(select count(*) from (select ${rows} limit ${MOST_COUNTED}) counted)::integer as ${sql.id(tile)}`,
  );
  const { rows } = await sql<Record<BenchTile, number>>`select ${sql.join(columns)}`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('The tiles were not counted.');
  return counts;
}
