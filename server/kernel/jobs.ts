import { run, runMigrations, Logger as WorkerLogger } from 'graphile-worker';
import { sql } from 'kysely';
import type { Cause, Work } from './db/db.ts';
import { describeError, type Logger } from './log.ts';
import type { Services } from './services.ts';

/** A job that is carried out after the commit that asked for it, again and again until it succeeds. */
export type Job = {
  readonly name: string;
  readonly run: (payload: unknown, services: Services, cause: Cause) => Promise<void>;
};

/** Asks for a job in the same transaction as the work. With a key, a waiting twin is replaced. */
export async function enqueue(work: Work, name: string, payload: object, key: string | null = null): Promise<void> {
  await sql`select enqueue(${name}, ${JSON.stringify(payload)}::json, ${key})`.execute(work.db);
}

/** The queue's own tables, made before ours: a function of ours calls into them. */
export async function migrateQueue(ownerUrl: string): Promise<void> {
  await runMigrations({ connectionString: ownerUrl, logger: quiet });
}

export type JobRunner = { stop(): Promise<void> };

export async function startJobs(
  ownerUrl: string,
  jobs: readonly Job[],
  services: Services,
  concurrency: number,
): Promise<JobRunner> {
  const runner = await run({
    connectionString: ownerUrl,
    concurrency,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: quiet,
    taskList: Object.fromEntries(
      jobs.map((job) => [
        job.name,
        async (payload: unknown, helpers: { job: { id: string } }) => {
          await reported(services.log, job.name, () => job.run(payload, services, causeOfJob(helpers.job.id)));
        },
      ]),
    ),
  });
  return { stop: () => runner.stop() };
}

function causeOfJob(id: string): Cause {
  return { actorId: null, userId: null, sessionId: null, requestId: `job-${id}` };
}

/** The queue retries what throws; the log says that it did, without the payload. */
async function reported(log: Logger, name: string, task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    log.warn({ job: name, error: describeError(error) }, 'a job failed and will be tried again');
    throw error;
  }
}

// The queue's own log lines quote payloads.
const quiet = new WorkerLogger(() => () => {});
