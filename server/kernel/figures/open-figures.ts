import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Store } from '../db/db.ts';
import type { Admission } from '../http/admission/admission.ts';
import { addGauge } from './add-gauge.ts';
import type { ProcessFigures } from './figures.ts';
import { addProcessFigures } from './process-figures.ts';
import { recordCalls } from './record-calls.ts';

export type FigureSources = {
  readonly http: FastifyInstance;
  readonly admission: Pick<Admission, 'figures'>;
  readonly store: Pick<Store, 'figures'>;
  readonly version: string;
};

/** Records the figures of a process that answers calls. No label has a value that a caller chooses. */
export function openFigures({ http, admission, store, version }: FigureSources): ProcessFigures {
  const metrics = new Registry();
  recordCalls(http, metrics);
  addAdmission(metrics, admission);
  addConnections(metrics, store);
  addGauge(metrics, {
    name: 'vialkeep_build_info',
    help: 'The build that the server serves; the value is always 1.',
    labelNames: ['version'],
    aggregator: 'max',
  }).set({ version }, 1);
  const close = addProcessFigures(metrics);
  return { read: () => metrics.getMetricsAsJSON(), close };
}

function addAdmission(metrics: Registry, admission: FigureSources['admission']): void {
  const explanations = {
    limit: 'Calls that may run at a time.',
    running: 'Calls that run.',
    waiting: 'Calls that wait for a place.',
  };
  for (const [key, help] of Object.entries(explanations)) {
    addGauge(metrics, {
      name: `vialkeep_admission_${key}`,
      help,
      collect() {
        // @NOTE the keys of `explanations` are those of the figures.
        this.set(admission.figures()[key as keyof typeof explanations]);
      },
    });
  }
}

function addConnections(metrics: Registry, store: FigureSources['store']): void {
  const add = (name: string, help: string, key: 'open' | 'inUse' | 'waiting') =>
    addGauge(metrics, {
      name,
      help,
      labelNames: ['pool'],
      collect() {
        for (const [pool, figures] of Object.entries(store.figures())) this.set({ pool }, figures[key]);
      },
    });
  add('vialkeep_database_connections_open', 'Open connections to the database.', 'open');
  add('vialkeep_database_connections_in_use', 'Connections to the database in use.', 'inUse');
  add('vialkeep_database_waiting', 'Tasks that wait for a connection, or for an answer on a shared one.', 'waiting');
}
