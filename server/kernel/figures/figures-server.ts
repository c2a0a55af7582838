import Fastify, { type FastifyInstance } from 'fastify';
import { prometheusContentType, Registry } from 'prom-client';
import { countJobs } from '../jobs/count-jobs.ts';
import type { WorkerFigures } from './figures.ts';
import { formatFigures } from './merge-figures.ts';
import { addProcessFigures } from './process-figures.ts';
import { presentServerFigures } from './server-figures.ts';

type Sources = {
  readonly ownerUrl: string;
  /** The number of processes that answer calls; with more than one, this process only supervises them. */
  readonly processes: number;
  readonly readWorkers: () => Promise<WorkerFigures>;
};

/** A server of its own for the figures, so that no address of the public one leads to them. */
export function newFiguresServer({ ownerUrl, processes, readWorkers }: Sources): FastifyInstance {
  const supervisor = new Registry();
  const endMeasurement = processes > 1 ? addProcessFigures(supervisor) : () => {};

  async function read(): Promise<string> {
    const [{ figures, answered, deaths }, jobs, ours] = await Promise.all([
      readWorkers(),
      countJobs(ownerUrl),
      supervisor.getMetricsAsJSON(),
    ]);
    const ofServer = await presentServerFigures({ processes, answered, deaths, jobs });
    return formatFigures([...figures, ours, ofServer]);
  }

  // Readers that come at the same time share one reading.
  let reading: Promise<string> | null = null;
  const readShared = () => {
    reading ??= read().finally(() => (reading = null));
    return reading;
  };

  const app = Fastify({ forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) => {
    const text = await readShared();
    return reply.header('content-type', prometheusContentType).header('cache-control', 'no-store').send(text);
  });
  app.addHook('onClose', async () => endMeasurement());
  return app;
}
