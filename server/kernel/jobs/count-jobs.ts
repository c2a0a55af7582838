import pg from 'pg';

export type JobFigures = {
  /** Jobs that are due and do not run yet. */
  readonly waiting: number;
  readonly running: number;
  /** Jobs that failed at their last attempt. */
  readonly failed: number;
  /** How long the oldest waiting job has been due. */
  readonly oldestSeconds: number;
};

/** An operator's monitor gives up after ten seconds. */
const TIMEOUT_MS = 2_000;

const COUNT_JOBS = `
  select count(*) filter (where is_due)::int as waiting,
         count(*) filter (where locked_at is not null)::int as running,
         count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
         coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8 as "oldestSeconds"
  from graphile_worker.jobs,
       lateral (select locked_at is null and attempts < max_attempts and run_at <= now() as is_due) state`;

/** Counts the jobs in one statement, on a connection of its own; null when the database does not answer in time. */
export async function countJobs(ownerUrl: string): Promise<JobFigures | null> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    statement_timeout: TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<JobFigures>(COUNT_JOBS);
    return rows[0] ?? null;
  } catch {
    return null;
  } finally {
    void client.end().catch(() => {});
  }
}
