import type pg from 'pg';

const MOST_STATEMENTS = 500;
const statements = new Map<string, Statement>();

/** Every connection keeps the text of what it has prepared: this one, and no copy of it. */
type Statement = { readonly name: string; readonly text: string };

/** PostgreSQL reports this when a table changed under a prepared statement; only a new connection forgets it. */
const PLAN_IS_STALE = '0A000';

export type PreparedClient = {
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<pg.QueryResult<Row>>;
  release(): void;
};

// One for the life of a connection: it is asked for by every statement outside a transaction.
const clients = new WeakMap<pg.PoolClient, PreparedClient>();

/**
 * Gives a statement's text a name, so that PostgreSQL parses and plans it once a connection. A text is worth a name
 * only while there are few of them; beyond the limit statements run unnamed.
 */
export function named(text: string, values: readonly unknown[]): pg.QueryConfig {
  return { ...(statementOf(text) ?? { text }), values: [...values] };
}

/** A connection on which every statement has a name. */
export function prepared(client: pg.PoolClient): PreparedClient {
  const known = clients.get(client);
  if (known) return known;
  const made = prepare(client);
  clients.set(client, made);
  return made;
}

function prepare(client: pg.PoolClient): PreparedClient {
  let stale = false;
  return {
    async query(text, values = []) {
      try {
        return await client.query(named(text, values));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === PLAN_IS_STALE) stale = true;
        throw error;
      }
    },
    release: () => client.release(stale),
  };
}

function statementOf(text: string): Statement | undefined {
  const known = statements.get(text);
  if (known || statements.size >= MOST_STATEMENTS) return known;
  const statement = { name: `s${statements.size}`, text };
  statements.set(text, statement);
  return statement;
}
