import type { Handler } from '../../kernel/http/handle.ts';
import { addSalesManagerHandler } from './add-sales-manager.ts';
import {
  listManagersOfDistributorHandler,
  listRepsOfDistributorHandler,
  listRepsOfManagerHandler,
} from './list-teams.ts';
import { removeManagerFromTeamHandler, removeRepFromTeamHandler } from './remove-from-team.ts';

export const salesTeamsHandlers: readonly Handler[] = [
  listRepsOfManagerHandler,
  listManagersOfDistributorHandler,
  listRepsOfDistributorHandler,
  removeRepFromTeamHandler,
  removeManagerFromTeamHandler,
  addSalesManagerHandler,
];
