import type { Transaction } from 'kysely';
import type pg from 'pg';
import { isDemoted, isStale, runStatement, runTogether, type Statement } from './fast-query.ts';
import { nameStatement, renameStatement } from './prepared.ts';
import { requireReplicated } from './replicated-commit.ts';
import type { DB as Tables } from './tables.generated.ts';

/** The text of a statement and its values. */
export type BoundStatement = { readonly text: string; readonly values: readonly unknown[] };

/** The rows of a statement that leaves with the commit: none before it. */
export type LateRows<Row> = { rows: readonly Row[] };

/** Statements that leave with the commit, in the order in which they were added. */
export class LastStatements {
  readonly #added: { readonly statement: BoundStatement; readonly late: LateRows<unknown> }[] = [];

  /** For a statement whose answer the work does not need; its rows can be read after the transaction. */
  add<Row>(statement: BoundStatement): LateRows<Row> {
    const late: LateRows<Row> = { rows: [] };
    this.#added.push({ statement, late });
    return late;
  }

  get statements(): readonly BoundStatement[] {
    return this.#added.map(({ statement }) => statement);
  }

  keepRows(results: readonly pg.QueryResult[]): void {
    for (const [index, { late }] of this.#added.entries()) late.rows = (results[index]?.rows ?? []) as unknown[];
  }
}

const BEGIN = nameStatement('begin', []);
const COMMIT = nameStatement('commit', []);

/**
 * One connection, for one transaction after the other. `begin` leaves with the first statement and `commit` with the
 * last ones. A transaction all of whose statements leave together needs neither.
 */
export class TransactionConnection {
  readonly db: Transaction<Tables>;
  readonly client: pg.PoolClient;
  #isOpen = false;
  #hasBegun = false;
  #isLost = false;
  /** Statements that are sent at once wait for each other here. */
  #earlier: Promise<unknown> = Promise.resolve();

  constructor(client: pg.PoolClient, handleOn: (connection: TransactionConnection) => Transaction<Tables>) {
    this.client = client;
    this.db = handleOn(this);
  }

  open(): void {
    this.#isOpen = true;
  }

  query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult<Row>> {
    // A late statement would run in the next transaction of this connection, which may be of another site.
    if (!this.#isOpen) return Promise.reject(new Error('A statement came after the end of its transaction.'));
    const sent = this.#earlier.then(() => this.#send<Row>(nameStatement(text, values)));
    this.#earlier = sent.catch(() => {});
    return sent;
  }

  async commit(last: LastStatements): Promise<void> {
    await this.#earlier;
    const statements = last.statements.map(({ text, values }) => nameStatement(text, values));
    const together = this.#hasBegun ? [...statements, COMMIT] : statements;
    const commit = () => requireReplicated(this.client, () => runTogether(this.client, together));
    last.keepRows(await this.#run(statements, commit));
  }

  async rollback(): Promise<void> {
    // A statement that came now would run after the rollback, outside the transaction.
    this.#isOpen = false;
    await this.#earlier;
    if (!this.#hasBegun) return;
    await runStatement(this.client, nameStatement('rollback', [])).catch(() => (this.#isLost = true));
  }

  /** Gives the connection back to the pool, or closes it where it cannot be used again. */
  release(): void {
    this.#isOpen = false;
    this.#hasBegun = false;
    this.client.release(this.#isLost);
  }

  async #send<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>> {
    if (this.#hasBegun) return this.#run([statement], () => runStatement<Row>(this.client, statement));
    this.#hasBegun = true;
    const [, result] = await this.#run([statement], () => runTogether(this.client, [BEGIN, statement]));
    if (!result) throw new Error('The first statement of a transaction has no result.');
    // @NOTE the caller names the type of its rows, as for pg's own query.
    return result as pg.QueryResult<Row>;
  }

  async #run<T>(statements: readonly Statement[], task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      if (isStale(error) || isDemoted(error)) this.#isLost = true;
      if (isStale(error)) {
        for (const statement of statements) renameStatement(statement);
      }
      throw error;
    }
  }
}
