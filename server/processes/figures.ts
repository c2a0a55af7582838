import type { App } from '../app.ts';
import type { WorkerFigures } from '../kernel/figures/figures.ts';
import type { Settings } from '../kernel/settings/settings.ts';
import type { CloseStack } from './run-process.ts';
import { listenOn } from './serve.ts';

/** Figures are for programs on this machine; the address cannot be set. */
const LOOPBACK = '127.0.0.1';

/** Answers the figures of the whole server on METRICS_PORT, where it is set. */
export async function serveFigures(
  { metricsPort, workers }: Settings,
  ownerUrl: string,
  readWorkers: () => Promise<WorkerFigures>,
  opened: CloseStack,
): Promise<void> {
  if (metricsPort === undefined) return;
  const { newFiguresServer } = await import('../kernel/figures/figures-server.ts');
  const server = newFiguresServer({ ownerUrl, processes: workers, readWorkers });
  opened.push(() => server.close());
  await listenOn({ host: LOOPBACK, port: metricsPort }, (at) => server.listen(at), 'METRICS_PORT');
}

/** The figures of a server of one process, whose death ends the server. */
export async function readFiguresOfOne({ figures }: Pick<App, 'figures'>): Promise<WorkerFigures> {
  return { figures: figures ? [await figures.read()] : [], answered: 1, deaths: 0 };
}
