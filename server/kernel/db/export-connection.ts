import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { copyOut } from './copy-out.ts';

/**
 * A connection of its own for one file, in one read-only transaction of the caller's scope. It waits while the reader is
 * slow, which must not keep a connection from other calls.
 */
export type ExportConnection = {
  /** Takes a lock without waiting and keeps it until the connection is closed or lost. */
  tryLock(kind: number, id: number): Promise<boolean>;
  /** Keeps the locks for longer than a file may take, for work that has no limit. */
  stayOpen(): void;
  /** The rows of a query as lines of cells (`copyOut`). The transaction ends with the last. */
  copyOut(query: CompiledQuery): AsyncGenerator<Buffer>;
  /** Ends the transaction, and the query if it is running. */
  close(): void;
};

/** A file of any size may take this long; the timeout of other statements would cut it. */
const LONGEST_MS = 3_600_000;

/** An idle transaction that is asked this often is ended by no timeout. */
const ASKED_IN_LONGEST = 6;

export async function openExportConnection(client: pg.PoolClient, longestMs = LONGEST_MS): Promise<ExportConnection> {
  let isOpen = true;
  let asking: NodeJS.Timeout | undefined;
  const release = () => {
    clearInterval(asking);
    if (isOpen) client.release(true);
    isOpen = false;
  };
  const query = async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } catch (error) {
      release();
      throw error;
    }
  };
  await query('begin read only');
  await query(
    `select set_config('statement_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $1, true)`,
    [String(longestMs)],
  );
  return {
    async tryLock(kind, id) {
      const [row] = await query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1, $2) as taken', [kind, id]);
      return row?.taken === true;
    },
    stayOpen() {
      // A connection that is lost has released itself.
      asking = setInterval(() => void query('select 1').catch(() => {}), longestMs / ASKED_IN_LONGEST).unref();
    },
    async *copyOut(compiled) {
      try {
        yield* copyOut(client, compiled);
        // The locks are free before the reader has the end of the file.
        await query('commit');
      } finally {
        release();
      }
    },
    // PostgreSQL ends the statement of a connection that is lost.
    close: release,
  };
}
