import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../db/db.ts';
import { StartupProblem } from '../startup-problem.ts';
import type { DataKey } from './data-key.ts';

/** Columns of a table that are sealed with the data key. Their owner declares them, with the context of each. */
export type SealedColumns = {
  readonly table: string;
  /** Which rows are sealed; null in a column is no sealed value. */
  readonly where: RawBuilder<boolean>;
  readonly contexts: Readonly<Record<string, (row: SealedRow) => string>>;
  /** Writes resealed rows: JSON objects with the columns and with `place`, the row's ctid. */
  readonly write: (rows: string) => RawBuilder<unknown>;
};

export type SealedRow = Readonly<Record<string, unknown>>;

const ROWS_AT_ONCE = 1_000;

/** Seals the values of a table with another data key. No other transaction may write to the table meanwhile. */
export async function resealTable(work: Work, next: DataKey, sealed: SealedColumns): Promise<number> {
  const { table, where, contexts, write } = sealed;
  // A connection keeps the columns of a statement by its text, so the text differs for each table.
  const cursor = sql.ref(`sealed_${table}`);
  let count = 0;
  await sql`declare ${cursor} cursor for select ctid::text as place, * from ${sql.table(table)} where ${where}`.execute(
    work.db,
  );
  for (;;) {
    const { rows } = await sql<SealedRow>`fetch ${sql.lit(ROWS_AT_ONCE)} from ${cursor}`.execute(work.db);
    if (rows.length === 0) break;
    const resealed = rows.map((row) => resealRow(work.dataKey, next, row, contexts));
    await write(JSON.stringify(resealed)).execute(work.db);
    count += rows.length;
  }
  await sql`close ${cursor}`.execute(work.db);
  return count;
}

function resealRow(before: DataKey, next: DataKey, row: SealedRow, contexts: SealedColumns['contexts']): SealedRow {
  const values: Record<string, unknown> = { place: row.place };
  for (const [column, contextOf] of Object.entries(contexts)) {
    values[column] = resealValue(before, next, row[column], contextOf(row));
  }
  return values;
}

function resealValue(before: DataKey, next: DataKey, sealed: unknown, context: string): string | null {
  if (typeof sealed !== 'string') return null;
  try {
    return next.seal(before.unseal(sealed, context), context);
  } catch (cause) {
    throw new StartupProblem(`The data key does not open the ${context}; nothing was changed.`, { cause });
  }
}
