import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import { anyOf } from './any-of.ts';
import { type Placeholders, statement } from './statement.ts';
import type { DB as Tables } from './tables.generated.ts';

type Db = Kysely<Tables>;
type ById<Others> = Others & { id: number };
type ByIds<Others> = Others & { ids: readonly number[] };
/** Nothing where the statement has no values besides the ids. */
type Rest<Others> = keyof Others extends never ? [] : [others: Others];

/**
 * A statement about the rows with these ids, with one text for a single id and one for several. PostgreSQL's plan for a
 * list expects ten ids, so it would plan anew for every list of one.
 */
export function statementByIds<Row, Others extends object = object>(
  build: (db: Db, these: RawBuilder<number>, others: Placeholders<Others>) => { compile(db: Db): CompiledQuery<Row> },
): (db: Db, ids: readonly number[], ...others: Rest<Others>) => Promise<Row[]> {
  const ofOne = statement((db, values: Placeholders<ById<Others>>) => build(db, values.id, values));
  const ofSeveral = statement((db, values: Placeholders<ByIds<Others>>) => build(db, anyOf(values.ids), values));
  return async (db, ids, ...[others]) => {
    const [id] = ids;
    if (id === undefined) return [];
    // @NOTE the type of the arguments requires these values where the statement has some.
    const values = others as Others;
    return ids.length === 1 ? ofOne(db, { ...values, id }) : ofSeveral(db, { ...values, ids });
  };
}
