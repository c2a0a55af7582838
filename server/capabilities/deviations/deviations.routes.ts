import type { Handler } from '../../kernel/http/handle.ts';
import { exportTraceHandler } from './export-trace.ts';
import { openDeviationHandler } from './open-deviation.ts';
import { listDeviationsHandler, readDeviationHandler, traceSourceHandler } from './read-deviations.ts';

export const deviationsHandlers: readonly Handler[] = [
  listDeviationsHandler,
  openDeviationHandler,
  readDeviationHandler,
  traceSourceHandler,
  exportTraceHandler,
];
