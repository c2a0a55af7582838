import { randomInt } from 'node:crypto';
import type pg from 'pg';

export type Presence = {
  /** A worker of this process takes jobs from now on. */
  note(workerId: string): void;
  end(): void;
};

/**
 * Says to the other processes that this one lives, for as long as it does: a lock that goes away with the connection,
 * and the connection with the process. What dead ones had taken is given back first.
 */
export async function announce(pool: pg.Pool, onError: (error: Error) => void): Promise<Presence> {
  const key = randomInt(2 ** 48 - 1);
  const connection = await pool.connect();
  connection.on('error', onError);
  try {
    await connection.query('select pg_advisory_lock($1)', [key]);
    await connection.query('select release_dead_workers()');
  } catch (error) {
    connection.release(true);
    throw error;
  }
  return {
    note(workerId) {
      pool.query('insert into job_workers values ($1, $2)', [workerId, key]).catch(onError);
    },
    end: () => connection.release(true),
  };
}
