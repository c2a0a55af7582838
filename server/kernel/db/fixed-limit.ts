import { type RawBuilder, sql } from 'kysely';

/** The rows of one page of a list. */
export type PageRange = { readonly limit: number; readonly offset: number };

/** A limit as part of the text: PostgreSQL plans for a tenth of the rows where the limit is a parameter. */
export function fixedLimit(rows: number): RawBuilder<number> {
  return sql<number>`${sql.lit(rows)}`;
}
