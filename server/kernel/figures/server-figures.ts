import { Counter, Registry } from 'prom-client';
import type { JobFigures } from '../jobs/count-jobs.ts';
import { addGauge } from './add-gauge.ts';
import type { Figures } from './figures.ts';

export type ServerFacts = {
  /** The processes that answer calls, and how many of them have sent their figures. */
  readonly processes: number;
  readonly answered: number;
  readonly deaths: number;
  /** Null when the database does not answer; then there are no figures of jobs. */
  readonly jobs: JobFigures | null;
};

/** The figures that exist once per server, however many processes it has. */
export function presentServerFigures({ processes, answered, deaths, jobs }: ServerFacts): Promise<Figures> {
  const metrics = new Registry();
  const registers = [metrics];
  const set = (name: string, help: string, value: number | undefined) => {
    const gauge = addGauge(metrics, { name, help });
    if (value === undefined) gauge.remove();
    else gauge.set(value);
  };
  new Counter({
    name: 'vialkeep_worker_deaths_total',
    help: 'Processes of the server that ended by themselves and were replaced.',
    registers,
  }).inc(deaths);
  set('vialkeep_processes', 'Processes that answer calls.', processes);
  set('vialkeep_processes_answered', 'Processes that have sent their figures.', answered);
  set('vialkeep_database_up', 'Whether the database answers (1) or not (0).', jobs ? 1 : 0);
  set('vialkeep_jobs_waiting', 'Jobs that are due and do not run yet.', jobs?.waiting);
  set('vialkeep_jobs_running', 'Jobs that run.', jobs?.running);
  set('vialkeep_jobs_failed', 'Jobs that failed at their last attempt.', jobs?.failed);
  set('vialkeep_jobs_oldest_seconds', 'How long the oldest waiting job has been due.', jobs?.oldestSeconds);
  return metrics.getMetricsAsJSON();
}
