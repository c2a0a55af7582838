import type { Handler } from '../../kernel/http/handle.ts';
import { addDisputeMessageHandler } from './disputes/add-dispute-message.ts';
import { closeCommissionDisputeHandler } from './disputes/close-dispute.ts';
import { disputeCommissionLineHandler } from './disputes/dispute-line.ts';
import { adjustCommissionHandler } from './lines/adjust-commission.ts';
import { listCommissionLinesHandler, readTransactionCommissionHandler } from './lines/list-commission-lines.ts';
import { listOwnCommissionsHandler } from './lines/list-own-commissions.ts';
import { adoptCommissionPlanHandler } from './plans/adopt-plan.ts';
import { createCommissionPlanHandler } from './plans/create-plan.ts';
import { listCommissionPlansHandler, readCommissionPlanHandler } from './plans/list-plans.ts';
import { readCommissionSimulationHandler, simulateCommissionPlanHandler } from './plans/simulate-plan.ts';
import { deleteCommissionPlanHandler, updateCommissionPlanHandler } from './plans/update-plan.ts';
import { withdrawCommissionPlanHandler } from './plans/withdraw-plan.ts';
import { exportCommissionStatementHandler } from './statements/export-statement.ts';
import { printCommissionStatementHandler } from './statements/print-statement.ts';
import { readCommissionStatementHandler } from './statements/read-statement.ts';

export const commissionsHandlers: readonly Handler[] = [
  listCommissionPlansHandler,
  createCommissionPlanHandler,
  readCommissionPlanHandler,
  updateCommissionPlanHandler,
  deleteCommissionPlanHandler,
  adoptCommissionPlanHandler,
  withdrawCommissionPlanHandler,
  simulateCommissionPlanHandler,
  readCommissionSimulationHandler,
  readTransactionCommissionHandler,
  listCommissionLinesHandler,
  adjustCommissionHandler,
  listOwnCommissionsHandler,
  readCommissionStatementHandler,
  exportCommissionStatementHandler,
  printCommissionStatementHandler,
  disputeCommissionLineHandler,
  addDisputeMessageHandler,
  closeCommissionDisputeHandler,
];
