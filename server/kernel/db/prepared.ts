import type pg from 'pg';

const MOST_STATEMENTS = 500;
const statements = new Map<string, Statement>();

/** Every connection holds a reference to this text instead of a copy. */
type Statement = { readonly name: string; readonly text: string };

/** PostgreSQL reports this when a table changed under a prepared statement; only a new connection recovers. */
const PLAN_IS_STALE = '0A000';

export type PreparedClient = {
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<pg.QueryResult<Row>>;
  release(): void;
};

// Cached for the life of a connection: every statement outside a transaction needs it.
const clients = new WeakMap<pg.PoolClient, PreparedClient>();

/**
 * Names a statement's text, so that PostgreSQL parses and plans it once per connection. Beyond a fixed number of texts,
 * statements run unnamed.
 */
export function nameStatement(text: string, values: readonly unknown[]): pg.QueryConfig {
  return { ...(statementOf(text) ?? { text }), values: [...values] };
}

/** A connection that prepares every statement under a name. */
export function getPreparedClient(client: pg.PoolClient): PreparedClient {
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
        return await client.query(nameStatement(text, values));
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
