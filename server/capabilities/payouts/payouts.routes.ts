import type { Handler } from '../../kernel/http/handle.ts';
import { approvePayoutRunHandler } from './approve-run.ts';
import { cancelPayoutRunHandler } from './cancel-run.ts';
import { exportPayoutRunHandler } from './export-run.ts';
import { listPayoutRunsHandler, readPayoutRunHandler } from './list-runs.ts';
import { makePayoutRunHandler } from './make-run.ts';
import { markPayoutRunPaidHandler } from './mark-run-paid.ts';
import { returnPayoutHandler } from './return-payout.ts';
import { setPayeeReferenceHandler } from './set-payee-reference.ts';

export const payoutsHandlers: readonly Handler[] = [
  listPayoutRunsHandler,
  makePayoutRunHandler,
  readPayoutRunHandler,
  cancelPayoutRunHandler,
  approvePayoutRunHandler,
  exportPayoutRunHandler,
  markPayoutRunPaidHandler,
  returnPayoutHandler,
  setPayeeReferenceHandler,
];
