import { sql } from 'kysely';
import { cellsIn } from '../../../kernel/db/copy-out.ts';
import type { Db } from '../../../kernel/db/db.ts';
import type { ExportConnection } from '../../../kernel/db/export-connection.ts';
import { type Filters, matchesFilters } from '../transactions.filters.ts';
import { columnRuns, type Group, groupNames } from './report-columns.ts';

/** A transaction; the numbers of a group are those of its cells in the copied line. */
export type ReportRow = { readonly id: number; readonly seconds: number; readonly coupon: string } & Readonly<
  Record<Group, string>
>;

/** All transactions that match these filters, newest first, as they arrive. */
export async function* reportBatches(
  db: Db,
  connection: ExportConnection,
  filters: Filters,
): AsyncGenerator<readonly ReportRow[]> {
  const query = db
    .selectFrom('transactions')
    .select(['id', sql<number>`floor(date_part('epoch', date))::bigint`.as('seconds')])
    .select(groupNames.flatMap(numbersOf).map((column) => sql<number>`${sql.ref(column)}::integer`.as(column)))
    .select('coupon_code')
    .where(matchesFilters(filters))
    .orderBy('date', 'desc')
    .orderBy('id', 'desc');
  for await (const lines of connection.copyOut(query.compile())) yield lines.toString().split('\n').map(rowFrom);
}

/** The numbers of a group, from its cells in a copied line. */
export function numbersIn(group: string): (number | null)[] {
  return group.split(',').map((digits) => (digits === '' ? null : Number(digits)));
}

function numbersOf(group: Group) {
  return columnRuns(group)
    .flat()
    .map(({ of }) => of);
}

const widths = {
  who: numbersOf('who').length,
  patient: numbersOf('patient').length,
  sale: numbersOf('sale').length,
};

/** The coupon is the last cell and the only text. */
function rowFrom(line: string): ReportRow {
  let start = 0;
  const next = (cells: number): string => {
    let end = start - 1;
    for (let left = cells; left > 0; left -= 1) end = line.indexOf(',', end + 1);
    const text = line.slice(start, end);
    start = end + 1;
    return text;
  };
  return {
    id: Number(next(1)),
    seconds: Number(next(1)),
    who: next(widths.who),
    patient: next(widths.patient),
    sale: next(widths.sale),
    coupon: cellsIn(line.slice(start))[0] ?? '',
  };
}
