import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB as Tables } from './tables.generated.ts';
import type { BoundStatement, LastStatements, LateRows } from './transaction.ts';

type Db = Kysely<Tables>;

/** The values of a statement, which are given each time it runs. */
export type Placeholders<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement whose text is built at its first use and kept: building the same text for every request takes longer than
 * sending it. The text must depend on nothing but the placeholders.
 */
export function statement<Values extends object, Row>(
  build: (db: Db, values: Placeholders<Values>) => { compile(db: Db): CompiledQuery<Row> },
): PreparedStatement<Values, Row> {
  let compiled: CompiledQuery<Row> | null = null;
  const bind = (db: Db, values: Values): BoundStatement => {
    compiled ??= build(db, placeholders<Values>()).compile(db);
    const byName = values as Record<string, unknown>;
    const parameters = compiled.parameters.map((value) => (value instanceof Placeholder ? byName[value.name] : value));
    return { text: compiled.sql, values: parameters };
  };
  const runBound = async (db: Db, bound: BoundStatement): Promise<Row[]> => {
    const run = directly.get(db);
    // @NOTE the rows are of the type that the builder has inferred for this text.
    if (run) return (await run(bound.text, bound.values)) as Row[];
    return (await db.executeQuery<Row>(CompiledQuery.raw(bound.text, [...bound.values]))).rows;
  };
  return Object.assign((db: Db, values: Values) => runBound(db, bind(db, values)), {
    addLast: ({ db, last }: { db: Db; last: LastStatements }, values: Values) => last.add<Row>(bind(db, values)),
  });
}

type PreparedStatement<Values, Row> = {
  (db: Db, values: Values): Promise<Row[]>;
  /** Leaves the statement for the commit of a unit of work. */
  addLast(work: { db: Db; last: LastStatements }, values: Values): LateRows<Row>;
};

type RunStatement = (text: string, values: readonly unknown[]) => Promise<readonly unknown[]>;

/** For handles without a transaction: the statement need not pass through Kysely, which would compile it. */
const directly = new WeakMap<Db, RunStatement>();

export function runDirectly(db: Db, run: RunStatement): void {
  directly.set(db, run);
}

function placeholders<Values>(): Placeholders<Values> {
  // @NOTE every property that the statement's builder reads becomes a placeholder with that name.
  return new Proxy({}, { get: (_, name) => sql`${new Placeholder(String(name))}` }) as Placeholders<Values>;
}
