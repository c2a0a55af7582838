import { type RawBuilder, sql } from 'kysely';

/** One statement for however many ids there are. With `in` it would be another for each number of them, each with a name. */
export function anyOf(ids: readonly number[]): RawBuilder<number> {
  return sql<number>`any(${ids}::integer[])`;
}
