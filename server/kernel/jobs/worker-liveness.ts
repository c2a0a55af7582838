import { randomInt } from 'node:crypto';
import type pg from 'pg';

export type WorkerLiveness = {
  /** A worker of this process takes jobs from now on. */
  note(workerId: string): void;
  end(): void;
};

/** How soon a process says again that it lives, after its connection was lost or its word not written down. */
const AGAIN_MS = 1_000;

/**
 * Says to the other processes that this one lives, for as long as it does: a lock that goes away with the connection,
 * and the connection with the process. What dead ones had taken is given back first.
 */
export async function registerProcess(pool: pg.Pool, onError: (error: Error) => void): Promise<WorkerLiveness> {
  const workers = new Set<string>();
  const unsaid = new Set<string>();
  let line = await openPipelinedConnection(pool, [], onError);
  let isBusy = false;

  /** What is already said costs nothing. */
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
    // Somebody may have come meanwhile.
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

/** Our own first: with a line of before gone, they would count among the dead. */
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
    // Not by this connection, which could take its own lock a second time.
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
