import { randomInt } from 'node:crypto';
import type pg from 'pg';

export type WorkerLiveness = {
  /** Registers a worker of this process before it takes jobs. */
  note(workerId: string): void;
  end(): void;
};

/** The delay before a process registers again, after a lost connection or a failed registration. */
const AGAIN_MS = 1_000;

/**
 * Registers this process as live with an advisory lock, which PostgreSQL releases with the connection, and so with the
 * process. Jobs of dead processes are released first.
 */
export async function registerProcess(pool: pg.Pool, onError: (error: Error) => void): Promise<WorkerLiveness> {
  const workers = new Set<string>();
  const unsaid = new Set<string>();
  let line = await openPipelinedConnection(pool, [], onError);
  let isBusy = false;

  /** Returns at once when every worker is registered. */
  async function sayAgain(): Promise<void> {
    if (isBusy || (!line.isLost && unsaid.size === 0)) return;
    isBusy = true;
    try {
      const saying = line.isLost ? [...workers] : [...unsaid];
      if (line.isLost) line = await openPipelinedConnection(pool, saying, onError);
      else await line.register(saying);
      for (const worker of saying) unsaid.delete(worker);
    } finally {
      isBusy = false;
    }
    // A worker may have been added meanwhile.
    await sayAgain();
  }

  const timer = setInterval(() => void sayAgain().catch(onError), AGAIN_MS).unref();
  return {
    note(workerId) {
      workers.add(workerId);
      unsaid.add(workerId);
      void sayAgain().catch(onError);
    },
    end() {
      clearInterval(timer);
      line.end();
    },
  };
}

type PipelinedConnection = {
  readonly isLost: boolean;
  register(workers: readonly string[]): Promise<void>;
  end(): void;
};

/** Registers this process's workers before dead ones are released; after a reconnect they would look dead. */
async function openPipelinedConnection(
  pool: pg.Pool,
  workers: readonly string[],
  onError: (error: Error) => void,
): Promise<PipelinedConnection> {
  const key = randomInt(2 ** 48 - 1);
  const connection = await pool.connect();
  let isLost = false;
  let isReleased = false;
  const end = () => {
    if (!isReleased) connection.release(true);
    isReleased = true;
  };
  connection.on('error', (error) => {
    isLost = true;
    end();
    onError(error);
  });
  const register = async (named: readonly string[]) => {
    await connection.query(
      `insert into job_workers (worker_id, process_key) select unnest($1::text[]), $2
       on conflict (worker_id) do update set process_key = excluded.process_key`,
      [named, key],
    );
  };
  try {
    await connection.query('select pg_advisory_lock($1)', [key]);
    await register(workers);
    // On another connection, because this one could take its own lock a second time.
    await pool.query('select release_dead_workers()');
  } catch (error) {
    end();
    throw error;
  }
  return {
    get isLost() {
      return isLost;
    },
    register,
    end,
  };
}
