import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeWorkerUtils, run, runMigrations, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker';
import { sql } from 'kysely';
import type { AuditContext, Work } from '../db/db.ts';
import { openQueuePool } from '../db/pool.ts';
import { describeError, type Logger } from '../log.ts';
import type { Services } from '../services.ts';
import { registerProcess, type WorkerLiveness } from './worker-liveness.ts';

/** A job that runs after the commit that queued it, and is retried until it succeeds. */
export type Job = {
  readonly name: string;
  /** When the job runs by itself, as a cron expression in UTC. */
  readonly at?: string;
  /** Also runs at every server start, to finish what a killed server began. */
  readonly atStart?: true;
  readonly run: (payload: unknown, services: Services, cause: AuditContext) => Promise<void>;
};

/** Queues a job in the transaction of the work. With a key, it replaces a waiting job with the same key. */
export async function enqueue(work: Work, name: string, payload: object, key: string | null = null): Promise<void> {
  await sql`select enqueue(${name}, ${JSON.stringify(payload)}::json, ${key})`.execute(work.db);
}

/** Creates the queue's tables before the product's, because a function of the product calls into them. */
export async function migrateQueue(ownerUrl: string): Promise<void> {
  await runMigrations({ connectionString: ownerUrl, logger: quiet });
}

/** Queues the jobs that finish what a killed process began. */
export async function queueStartJobs(ownerUrl: string, jobs: readonly Job[]): Promise<void> {
  const queue = await makeWorkerUtils({ connectionString: ownerUrl, logger: quiet });
  try {
    for (const { name, atStart } of jobs) if (atStart) await queue.addJob(name, { atStart });
  } finally {
    await queue.release();
  }
}

export type JobRunner = { stop(): Promise<void> };

/** The pause before a stopped queue is started again. */
const REST_MS = 1_000;
/** The longest wait for running jobs of a queue that shuts down; then another one is started, and may repeat them. */
const DRAIN_MS = 300_000;
/** The longest wait for the library at the end of the server. */
const STOP_MS = 30_000;

type Running = {
  /** Settles when the queue has ended by itself. */
  readonly ended: Promise<unknown>;
  readonly stop: () => Promise<unknown>;
};

/** Runs jobs until it is stopped, also when the database is unavailable for a while. */
export async function startJobs(
  ownerUrl: string,
  jobs: readonly Job[],
  services: Services,
  concurrency: number,
): Promise<JobRunner> {
  const { log } = services;
  const onError = (error: Error) => log.warn({ error: describeError(error) }, 'a connection of the queue was lost');
  // One connection per running job, one that listens for new jobs, one for worker liveness, and one for the rest.
  const pool = openQueuePool({ url: ownerUrl, size: concurrency + 3, onError });
  let presence: WorkerLiveness | null = null;
  let isStopped = false;
  const begin = async (): Promise<Running> => {
    presence?.end();
    presence = null;
    const present = await registerProcess(pool, onError);
    presence = present;
    const events: WorkerEvents = new EventEmitter();
    // Jobs are locked in the name of the pool or of one of its workers.
    events.on('pool:create', ({ workerPool }) => present.note(workerPool.id));
    events.on('worker:create', ({ worker }) => present.note(worker.workerId));
    let active = 0;
    const count = async <T>(task: () => Promise<T>): Promise<T> => {
      active += 1;
      try {
        return await task();
      } finally {
        active -= 1;
      }
    };
    const failed = Promise.withResolvers<void>();
    events.on('pool:gracefulShutdown', () => {
      if (!isStopped) failed.resolve();
    });
    const runner = await run({
      events,
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      pollInterval: 2_000,
      logger: quiet,
      preset: CAREFUL,
      crontab: jobs.flatMap(({ name, at }) => (at ? [`${at} ${name}`] : [])).join('\n'),
      taskList: Object.fromEntries(jobs.map((job) => [job.name, taskOf(job, services, count)])),
    });
    // After a lost connection the queue can wait forever for its own end, and its promise never settles.
    const drained = failed.promise.then(async () => {
      for (const deadline = Date.now() + DRAIN_MS; active > 0 && Date.now() < deadline; ) await sleep(REST_MS);
    });
    return {
      ended: Promise.race([runner.promise.catch(() => {}), drained]),
      stop: () => withinLimit(runner.stop()),
    };
  };

  let running = await begin();
  const restart = () => begin().catch(() => running);
  const supervise = async () => {
    while (!isStopped) {
      await running.ended;
      if (isStopped) return;
      log.warn('the job queue ended by itself and is taken up again');
      await sleep(REST_MS);
      running = await restart();
    }
  };
  const supervised = supervise();

  return {
    async stop() {
      isStopped = true;
      await running.stop();
      await supervised;
      // Stops the queue that was being started.
      await running.stop();
      presence?.end();
      await withinLimit(pool.end());
    },
  };
}

/** Waits for a step of the shutdown, but not forever: a lost connection can keep the library from reporting its end. */
async function withinLimit(step: Promise<unknown>): Promise<void> {
  await Promise.race([step.catch(() => {}), sleep(STOP_MS, undefined, { ref: false })]);
}

/**
 * The queue does not await the immediate completion of a job, which would end the process when the database is
 * unavailable. Completion through its batches ends only the queue.
 */
const CAREFUL = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

function taskOf(job: Job, services: Services, count: (task: () => Promise<void>) => Promise<void>) {
  return (payload: unknown, helpers: { job: { id: string } }) =>
    count(() => logJobFailure(services.log, job.name, () => job.run(payload, services, causeOfJob(helpers.job.id))));
}

function causeOfJob(id: string): AuditContext {
  return { actorId: null, userId: null, sessionId: null, requestId: `job-${id}` };
}

/** The queue retries a job that throws; the log records the failure without the payload. */
async function logJobFailure(log: Logger, name: string, task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    log.warn({ job: name, error: describeError(error) }, 'a job failed and will be tried again');
    throw error;
  }
}

// The queue's own log lines quote payloads.
const quiet = new WorkerLogger(() => () => {});
