import { jobsWith } from '../all-jobs.ts';
import { type App, buildApp } from '../app.ts';
import { openMail } from '../integrations/mail/open-mail.ts';
import type { Pages } from '../kernel/http/pages.ts';
import { queueStartJobs, startJobs } from '../kernel/jobs/jobs.ts';
import { newPlaces, type Places } from '../kernel/jobs/places.ts';
import type { Settings } from '../kernel/settings/settings.ts';
import { StartupProblem } from '../kernel/startup-problem.ts';
import type { Assignment } from './messages.ts';
import type { CloseStack } from './run-process.ts';

/** Builds the application and runs jobs, with the share of one process in the connections and jobs of the server. */
export async function startApp(
  all: Settings,
  pages: Pages,
  { ownerUrl, runtimeUrl, workers, place, queuesStartJobs }: Assignment,
  opened: CloseStack,
  places: Places = newPlaces(),
): Promise<App> {
  const settings = { ...all, databasePool: shareOfPool(all.databasePool, workers) };
  const app = await buildApp(settings, runtimeUrl, pages, { processes: workers, places });
  opened.push(() => app.close());

  const mail = openMail(settings);
  opened.push(() => mail.close());
  const jobs = jobsWith(mail);
  const jobsAtOnce = shareOfJobs(settings.workerConcurrency, workers, place);
  if (jobsAtOnce > 0) {
    const runner = await startJobs(ownerUrl, jobs, app.services, jobsAtOnce);
    opened.push(() => runner.stop());
  }
  if (queuesStartJobs) await queueStartJobs(ownerUrl, jobs);
  return app;
}

/** Somewhat more than an equal share, because calls are not spread evenly; a process needs three to make progress. */
export function shareOfPool(connections: number, workers: number): number {
  return workers === 1 ? connections : Math.max(3, Math.ceil((connections * 1.5) / workers));
}

/** The first workers run one job more where the number cannot be divided evenly; some may run none. */
export function shareOfJobs(jobs: number, workers: number, place: number): number {
  return Math.floor(jobs / workers) + (place < jobs % workers ? 1 : 0);
}

type Listening = { host: string; port: number; backlog: number };

/** Enough for a burst that arrives within one turn of the event loop. */
const BACKLOG = 4_096;

/** Listens on the address of the settings, or says in one sentence why that is not possible. */
export async function listenOn(
  { host, port }: Pick<Settings, 'host' | 'port'>,
  listen: (at: Listening) => Promise<unknown>,
  setting: 'PORT' | 'METRICS_PORT' = 'PORT',
): Promise<void> {
  await listen({ host, port, backlog: BACKLOG }).catch((error: NodeJS.ErrnoException) => {
    throw new StartupProblem(describeListenError(error, host, port, setting));
  });
}

function describeListenError(error: NodeJS.ErrnoException, host: string, port: number, setting: string): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is already in use; set ${setting} to another one.`;
  if (error.code === 'EACCES') return `Port ${port} may not be used by this user; set ${setting} to one above 1023.`;
  return `The server cannot listen on ${host}:${port} (${error.code ?? 'unknown reason'}).`;
}
