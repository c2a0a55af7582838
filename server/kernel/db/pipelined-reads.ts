import type pg from 'pg';
import type { Statement } from './fast-query.ts';
import { PipelinedConnection } from './pipelined-connection.ts';
import type { Scope } from './scope.ts';

export type PipelinedReadsOptions = {
  config: pg.ClientConfig;
  greetingFor: (scope: Scope) => string;
  /** The most connections of one scope. */
  size: number;
  /** The most connections of all scopes; those of the least recently used scope are closed. */
  most?: number | undefined;
  /** A connection without an answer for this long is closed; its statements fail, and the pool repeats them. */
  lostAfterMs?: number;
  onError: (error: Error) => void;
};

/** Reads of one scope, of which many share a few pipelined connections. */
export type PipelinedReads = {
  /** Runs one read, or returns null where no connection is free soon: then the pool serves it. */
  run<Row extends pg.QueryResultRow>(scope: Scope, statement: Statement): Promise<pg.QueryResult<Row>> | null;
  figures(): { readonly open: number; readonly inUse: number; readonly waiting: number };
  close(): Promise<void>;
};

/** A connection whose oldest statement has waited this long takes no more statements. */
const BUSY_MS = 50;
const IDLE_MS = 30_000;
const CHECKED_EVERY_MS = 1_000;

export function openPipelinedReads({
  config,
  greetingFor,
  size,
  most = 32,
  lostAfterMs = 5_000,
  onError,
}: PipelinedReadsOptions): PipelinedReads {
  const byScope = new Map<Scope, PipelinedConnection[]>();
  /** All statements of a turn of the event loop take the same connection, so that they leave in one write. */
  const ofThisTurn = new Map<Scope, PipelinedConnection>();

  /** Also those that are closing, until their last statement has its answer. */
  const all = new Set<PipelinedConnection>();

  const open = (scope: Scope, connections: PipelinedConnection[]): PipelinedConnection | null => {
    if (countOpen() >= most && !closeIdleScope(scope)) return null;
    const connection = new PipelinedConnection({ config, greeting: greetingFor(scope), onError });
    connections.push(connection);
    all.add(connection);
    return connection;
  };

  const countOpen = (): number => [...all].filter(({ isOpen }) => isOpen).length;

  /** Closes the connections of the least recently used scope without a statement in flight. */
  const closeIdleScope = (except: Scope): boolean => {
    for (const [scope, connections] of byScope) {
      if (scope === except || connections.some(({ waiting }) => waiting > 0)) continue;
      for (const connection of connections) void connection.close();
      byScope.delete(scope);
      ofThisTurn.delete(scope);
      if (connections.length > 0) return true;
    }
    return false;
  };

  const connectionsOf = (scope: Scope): PipelinedConnection[] => {
    const connections = (byScope.get(scope) ?? []).filter(({ isOpen }) => isOpen);
    // Deleted and set again, so that the map is in the order of use.
    byScope.delete(scope);
    byScope.set(scope, connections);
    return connections;
  };

  const choose = (scope: Scope, now: number): PipelinedConnection | null => {
    const connections = connectionsOf(scope);
    const free = connections.filter((connection) => connection.waitedMs(now) < BUSY_MS);
    const best = free.toSorted((one, other) => one.waiting - other.waiting)[0];
    const opened = (best?.waiting ?? 1) > 0 && connections.length < size ? open(scope, connections) : null;
    // A new one first has to connect.
    return best ?? (connections.length === 1 ? opened : null);
  };

  const connectionOf = (scope: Scope, now: number): PipelinedConnection | null => {
    const chosen = ofThisTurn.get(scope);
    if (chosen?.isOpen) return chosen;
    const connection = choose(scope, now);
    if (!connection) return null;
    if (ofThisTurn.size === 0) setImmediate(() => ofThisTurn.clear());
    ofThisTurn.set(scope, connection);
    return connection;
  };

  const check = setInterval(() => {
    const now = Date.now();
    for (const connection of all) {
      if (connection.waitedMs(now) > lostAfterMs) connection.abort();
      else if (connection.waiting > 0) continue;
      else if (!connection.isOpen) all.delete(connection);
      else if (now - connection.lastUsed > IDLE_MS) void connection.close();
    }
  }, CHECKED_EVERY_MS).unref();

  return {
    run(scope, statement) {
      const now = Date.now();
      return connectionOf(scope, now)?.run(statement, now) ?? null;
    },
    figures() {
      const waiting = [...all].map((connection) => connection.waiting);
      return {
        open: countOpen(),
        inUse: waiting.filter((statements) => statements > 0).length,
        waiting: waiting.reduce((sum, statements) => sum + statements, 0),
      };
    },
    async close() {
      clearInterval(check);
      await Promise.all([...all].map((connection) => connection.close()));
      byScope.clear();
    },
  };
}
