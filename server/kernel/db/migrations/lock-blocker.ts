import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withConnection } from '../roles.ts';

/** The transaction that a connection waits for, without its statements, which can hold personal data. */
export type LockBlocker = { readonly application: string; readonly seconds: number | null };

export type BlockerWatch = {
  /** Ends the watch; null when no transaction was seen in the way. */
  stop(): Promise<LockBlocker | null>;
};

const EVERY_MS = 100;

/** An age is null where the owner may not read it. */
const FIND_BLOCKER = `
  select application_name as application, extract(epoch from clock_timestamp() - xact_start)::int as seconds
  from pg_stat_activity where pid = any(pg_blocking_pids($1)) order by xact_start nulls last limit 1`;

/**
 * Watches from a second connection which transaction the first one waits for: after its timeout PostgreSQL no longer
 * knows. A watch that fails sees nothing.
 */
export async function watchBlockers(ownerUrl: string, owner: pg.Client): Promise<BlockerWatch> {
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid;
  const opened = Promise.withResolvers<void>();
  let isOver = false;
  let blocker: LockBlocker | null = null;
  const watching = withConnection(ownerUrl, async (watcher) => {
    opened.resolve();
    while (!isOver) {
      blocker = (await watcher.query<LockBlocker>(FIND_BLOCKER, [pid])).rows[0] ?? blocker;
      await sleep(EVERY_MS);
    }
  }).catch(() => opened.resolve());
  await opened.promise;
  return {
    async stop() {
      isOver = true;
      await watching;
      return blocker;
    },
  };
}
