import type pg from 'pg';
import { isDemoted, isStale, runStatement, type Statement } from './fast-query.ts';
import { requireReplicated } from './replicated-commit.ts';

const MOST_STATEMENTS = 500;
/** Every connection holds a reference to this text instead of a copy. */
const named = new Map<string, { readonly name: string; readonly text: string }>();

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
export function nameStatement(text: string, values: readonly unknown[]): Statement {
  return { ...(namedText(text) ?? { text }), values };
}

/**
 * Gives a statement whose table has changed a new name, so that every connection prepares it again. Returns the
 * statement under its new name.
 */
export function renameStatement({ name, text, values }: Statement): Statement {
  // Another connection may have reported the same name before.
  if (name !== undefined && named.get(text)?.name === name) named.set(text, { name: `${name}n`, text });
  return nameStatement(text, values);
}

/** A connection that prepares every statement under a name. */
export function getPreparedClient(client: pg.PoolClient): PreparedClient {
  const known = clients.get(client);
  if (known) return known;
  const made = prepare(client);
  clients.set(client, made);
  return made;
}

function isInFailedTransaction(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02';
}

function prepare(client: pg.PoolClient): PreparedClient {
  let isUnusable = false;
  return {
    async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
      const statement = nameStatement(text, values);
      try {
        return await requireReplicated(client, () => runStatement<Row>(client, statement));
      } catch (error) {
        if (isStale(error) || isDemoted(error)) isUnusable = true;
        if (!isStale(error)) throw error;
        return requireReplicated(client, () => runStatement<Row>(client, renameStatement(statement))).catch(
          (second: unknown) => {
            // A transaction that has failed refuses every statement, and the first error is the one to report.
            throw isInFailedTransaction(second) ? error : second;
          },
        );
      }
    },
    release: () => client.release(isUnusable),
  };
}

function namedText(text: string) {
  const known = named.get(text);
  if (known || named.size >= MOST_STATEMENTS) return known;
  const made = { name: `s${named.size}`, text };
  named.set(text, made);
  return made;
}
