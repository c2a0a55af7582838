/* oxlint-disable no-underscore-dangle -- pg's names of what its query class keeps */
import pg from 'pg';

/** A statement with a name is prepared once per connection. */
export type Statement = { readonly name?: string; readonly text: string; readonly values: readonly unknown[] };

/**
 * Runs a statement. A named one that has run on its connection before asks only for its rows, without their description:
 * Bind, Execute and Sync.
 */
export function runStatement<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  statement: Statement,
): Promise<pg.QueryResult<Row>> {
  const query = new FastQuery(statement);
  return new Promise((resolve, reject) => {
    query.callback = (error, result) => {
      if (error) reject(error);
      else resolve(result as pg.QueryResult<Row>);
    };
    client.query(query);
  });
}

/** PostgreSQL reports this when a table changed under a prepared statement, before it has done anything. */
export function isStale(error: unknown): boolean {
  // The code alone also means that a statement asks for what PostgreSQL cannot do.
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}

/** Whether the connection leads to a node that has become a replica: it accepts reads, and would refuse every write. */
export function isDemoted(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006';
}

/** Whether the statement itself was refused; any other failure is one of the connection, and a read can be repeated. */
export function isRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !CONNECTION_FAILED.test(error.code ?? '');
}

/** Lost, shut down or never opened, and 26000 where the connection has forgotten a prepared statement. */
const CONNECTION_FAILED = /^(08|57P0[123]|53300|26000)/;

/**
 * Runs statements in one round trip. PostgreSQL skips all that follow the first one that fails. Outside a transaction they
 * are one transaction by themselves (one Sync of the protocol).
 */
export function runTogether(client: pg.ClientBase, statements: readonly Statement[]): Promise<pg.QueryResult[]> {
  // Values that cannot be sent must be noticed before the first statement leaves.
  const prepared = statements.map(({ values, ...rest }) => ({ ...rest, values: values.map(prepareValue) }));
  return new Promise((resolve, reject) => {
    const group = new StatementGroup(prepared, (error, results) => {
      if (error) reject(error);
      else resolve(results);
    });
    // @NOTE pg accepts any object with the methods of its query class.
    client.query(group as unknown as pg.Query);
  });
}

/** What this file uses of pg's query and pg's types do not declare. */
type Internals = {
  name?: string;
  _result: Columns;
  _accumulateRows: boolean;
  text: string;
  /** The error of a row that could not be read. */
  _canceledDueToError?: Error | false;
  callback: (error: Error | null, result: unknown) => void;
  submit(connection: pg.Connection): void;
  prepare(connection: object): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: object): void;
};

/** What this file uses of pg's connection and pg's types do not declare. */
type Wire = {
  readonly stream: { cork(): void; uncork(): void };
  readonly parsedStatements: Record<string, unknown>;
  readonly submittedNamedStatements: Record<string, unknown>;
  sync(): void;
};

// @NOTE pg's types leave out its own conversion of values to what the protocol sends.
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/** The columns of a statement's rows: their names, how to read them, and a row to copy. */
type Columns = { fields?: unknown; _parsers?: unknown; _prebuiltEmptyResultObject?: unknown };

// @NOTE pg's types of its query class leave out the methods that it calls with the messages of the protocol.
const Query = pg.Query as unknown as new (text: string, values: readonly unknown[]) => Internals;

type Known = {
  /** By the name of the statement. PostgreSQL refuses a statement whose table has changed, and the connection is closed. */
  readonly columns: Map<string, Columns>;
  /** The same connection, on which a description is not asked for. */
  readonly undescribed: object;
};
const known = new WeakMap<object, Known>();
/** The same connections, on which a statement does not end its group. */
const unsynced = new WeakMap<object, object>();

class FastQuery extends Query {
  #columns: Map<string, Columns> = new Map();

  constructor({ name, text, values }: Statement) {
    super(text, values);
    if (name !== undefined) this.name = name;
  }

  override prepare(connection: object): void {
    const { columns, undescribed } = knownOf(connection);
    this.#columns = columns;
    const described = this.name === undefined ? undefined : columns.get(this.name);
    if (!described) return super.prepare(connection);
    this._accumulateRows = true;
    Object.assign(this._result, described);
    super.prepare(undescribed);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (this.name !== undefined) this.#columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

/** Statements between two Syncs: pg sees one query, whose messages belong to one statement after the other. */
class StatementGroup {
  readonly #parts: readonly FastQuery[];
  readonly #done: (error: Error | null, results: pg.QueryResult[]) => void;
  #current = 0;

  constructor(statements: readonly Statement[], done: (error: Error | null, results: pg.QueryResult[]) => void) {
    this.#parts = statements.map((statement) => new FastQuery(statement));
    this.#done = done;
  }

  /** pg notes under this name and text which statement a connection has prepared. */
  get name(): string | undefined {
    return this.#parts[this.#current]?.name;
  }

  get text(): string | undefined {
    return this.#parts[this.#current]?.text;
  }

  submit(connection: Wire): null {
    const { stream } = connection;
    stream.cork();
    try {
      for (const part of this.#parts) part.prepare(unsyncedOf(connection));
    } finally {
      connection.sync();
      stream.uncork();
    }
    return null;
  }

  handleRowDescription(message: unknown): void {
    this.#parts[this.#current]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#parts[this.#current]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: object): void {
    this.#parts[this.#current]?.handleCommandComplete(message, connection);
    this.#current += 1;
  }

  /** PostgreSQL has skipped the statements that follow, also their preparation. */
  handleError(error: Error, connection: Wire): void {
    const { parsedStatements, submittedNamedStatements } = connection;
    for (const { name = '' } of this.#parts.slice(this.#current)) {
      if (parsedStatements[name] === undefined) delete submittedNamedStatements[name];
    }
    this.#done(error, []);
  }

  handleReadyForQuery(): void {
    const unreadable = this.#parts.find(({ _canceledDueToError }) => _canceledDueToError);
    if (unreadable?._canceledDueToError) {
      this.#done(unreadable._canceledDueToError, []);
      return;
    }
    // @NOTE the results are those that pg would have returned for each statement alone.
    this.#done(
      null,
      this.#parts.map(({ _result }) => _result as unknown as pg.QueryResult),
    );
  }
}

function unsyncedOf(connection: object): object {
  const kept = unsynced.get(connection);
  if (kept) return kept;
  const made = Object.create(connection, { sync: { value: () => {} } }) as object;
  // Both know the same columns.
  known.set(made, { columns: knownOf(connection).columns, undescribed: undescribedOf(made) });
  unsynced.set(connection, made);
  return made;
}

function knownOf(connection: object): Known {
  const kept = known.get(connection);
  if (kept) return kept;
  const made = { columns: new Map<string, Columns>(), undescribed: undescribedOf(connection) };
  known.set(connection, made);
  return made;
}

function undescribedOf(connection: object): object {
  return Object.create(connection, { describe: { value: () => {} } }) as object;
}
