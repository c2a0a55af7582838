import type { Registry } from 'prom-client';

/** Figures in the form in which processes send them to each other. */
export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The figures of one process. */
export type ProcessFigures = {
  read(): Promise<Figures>;
  close(): void;
};

/** The figures of all processes that answer calls. */
export type WorkerFigures = {
  readonly figures: readonly Figures[];
  /** How many processes have sent their figures in time. */
  readonly answered: number;
  /** How many processes have ended by themselves so far. */
  readonly deaths: number;
};
