import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, runMigrations, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker';
import { sql } from 'kysely';
import type { AuditContext, Work } from '../db/db.ts';
import { openQueuePool } from '../db/pool.ts';
import { describeError, type Logger } from '../log.ts';
import type { Services } from '../services.ts';
import { registerProcess, type WorkerLiveness } from './worker-liveness.ts';

/** A job that is carried out after the commit that asked for it, again and again until it succeeds. */
export type Job = {
  readonly name: string;
  /** When it is carried out without being asked for, in UTC, as cron writes it. */
  readonly at?: string;
  /** Also whenever a server starts: what a killed one had begun may be its to finish. */
  readonly atStart?: true;
  readonly run: (payload: unknown, services: Services, cause: AuditContext) => Promise<void>;
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

/** How long a queue that fell over rests before it is taken up again. */
const REST_MS = 1_000;

/** Carries out what is asked for until it is stopped, also when the database goes away for a while. */
export async function startJobs(
  ownerUrl: string,
  jobs: readonly Job[],
  services: Services,
  concurrency: number,
): Promise<JobRunner> {
  const { log } = services;
  const onError = (error: Error) => log.warn({ error: describeError(error) }, 'a connection of the queue was lost');
  // One connection for each job at work, one that listens for new ones, one that says we live, and one for the rest.
  const pool = openQueuePool({ url: ownerUrl, size: concurrency + 3, onError });
  let presence: WorkerLiveness | null = null;
  const begin = async () => {
    presence?.end();
    presence = null;
    const present = await registerProcess(pool, onError);
    presence = present;
    const events: WorkerEvents = new EventEmitter();
    // Jobs are taken in the name of the pool, or of one of its workers.
    events.on('pool:create', ({ workerPool }) => present.note(workerPool.id));
    events.on('worker:create', ({ worker }) => present.note(worker.workerId));
    return run({
      events,
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      pollInterval: 2_000,
      logger: quiet,
      preset: CAREFUL,
      crontab: jobs.flatMap(({ name, at }) => (at ? [`${at} ${name}`] : [])).join('\n'),
      taskList: Object.fromEntries(jobs.map((job) => [job.name, taskOf(job, services)])),
    });
  };

  let isStopped = false;
  let runner = await begin();
  for (const { name, atStart } of jobs) if (atStart) await runner.addJob(name, { atStart });
  const end = () => runner.stop().catch(() => {});
  const restart = () => begin().catch(() => runner);
  const supervise = async () => {
    while (!isStopped) {
      await runner.promise.catch(() => {});
      if (isStopped) return;
      log.warn('the job queue ended by itself and is taken up again');
      await sleep(REST_MS);
      runner = await restart();
    }
  };
  const supervised = supervise();

  return {
    async stop() {
      isStopped = true;
      await end();
      await supervised;
      // The one that was just being taken up.
      await end();
      presence?.end();
      await pool.end();
    },
  };
}

/**
 * Settling a job at once is not awaited by the queue, and would end the process when the database is away at that
 * moment. Settling it through the queue's own batches ends only the queue.
 */
const CAREFUL = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

function taskOf(job: Job, services: Services) {
  return (payload: unknown, helpers: { job: { id: string } }) =>
    reported(services.log, job.name, () => job.run(payload, services, causeOfJob(helpers.job.id)));
}

function causeOfJob(id: string): AuditContext {
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
