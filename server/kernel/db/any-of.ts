import { type RawBuilder, sql } from 'kysely';

type Ids = readonly number[];

/** Matches any number of ids with one statement text. `in` would create a prepared statement for each number of ids. */
export function anyOf(ids: Ids | RawBuilder<Ids>): RawBuilder<number> {
  return sql<number>`any(${ids}::integer[])`;
}
