import { type RawBuilder, sql } from 'kysely';

/** A limit as part of the text: PostgreSQL plans for a tenth of the rows where the limit is a parameter. */
export function fixedLimit(rows: number): RawBuilder<number> {
  return sql<number>`${sql.lit(rows)}`;
}
