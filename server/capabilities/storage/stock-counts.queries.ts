import { PlaceId, StockCountId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { StockCount, StockCountDetails } from '@vialkeep/contract/stock-counts.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { type CountRow, listCountLines } from './count-lines.ts';
import { type PlaceRow, requirePlace } from './places.queries.ts';

/** A count of any lab that the connection sees; the caller checks whose it is. */
export async function requireStockCount(db: Db, id: number): Promise<CountRow> {
  return orNotFound((await db.selectFrom('stock_counts').selectAll().where('id', '=', id).executeTakeFirst()) ?? null);
}

/** The same, locked: scans of a count and its end wait for each other. */
export async function lockStockCount(db: Db, id: number): Promise<CountRow> {
  const row = await db.selectFrom('stock_counts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return orNotFound(row ?? null);
}

/** The codes that were scanned in a count, as a subquery. */
export const scannedCodes = sql<number>`(
  select count(*) from count_lines where count_lines.count_id = stock_counts.id and count_lines.finding <> 'missing'
)`;

export function presentStockCount(count: CountRow, box: PlaceRow, scanned: number): StockCount {
  return {
    id: StockCountId.parse(count.id),
    box: {
      id: PlaceId.parse(box.id),
      code: box.code,
      name: box.name,
      columns: box.columns ?? 1,
      rows: box.rows ?? 1,
    },
    begun_at: count.begun_at.toISOString(),
    closed_at: count.closed_at?.toISOString() ?? null,
    scanned,
  };
}

export async function loadStockCount(db: Db, count: CountRow): Promise<StockCountDetails> {
  const box = await requirePlace(db, count.box_id);
  const judged = await listCountLines(db, count, box);
  const scanned = judged.filter(({ finding }) => finding !== 'missing').length;
  return {
    ...presentStockCount(count, box, scanned),
    lab_id: UserId.parse(count.lab_id),
    expected: judged.filter(({ finding }) => isExpected(finding)).length,
    lines: judged.map(({ code, label, finding, recorded, resolution, note }) => ({
      code,
      label,
      finding,
      recorded,
      resolution,
      note,
    })),
  };
}

/** In this box by the records. */
export function isExpected(finding: string): boolean {
  return finding === 'right' || finding === 'wrong_position' || finding === 'missing';
}
