import type { Handler } from '../../kernel/http/handle.ts';
import { listDifferencesHandler } from './list-differences.ts';
import { listReconciliationsHandler, runReconciliationHandler } from './reconciliations.ts';
import { resolveDifferenceHandler } from './resolve-difference.ts';

export const reconciliationHandlers: readonly Handler[] = [
  listReconciliationsHandler,
  runReconciliationHandler,
  listDifferencesHandler,
  resolveDifferenceHandler,
];
