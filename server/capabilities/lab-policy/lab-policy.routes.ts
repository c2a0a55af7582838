import type { Handler } from '../../kernel/http/handle.ts';
import { changeLabSettingsHandler } from './change-lab-settings.ts';
import { addOperatorHandler, endOperatorHandler, renewOperatorPinHandler } from './change-operators.ts';
import { listBenchLabsHandler } from './list-bench-labs.ts';
import { listOperatorsHandler } from './list-operators.ts';
import { readLabSettingsHandler } from './read-lab-settings.ts';
import { beginShiftHandler, endShiftHandler } from './shift.ts';

export const labPolicyHandlers: readonly Handler[] = [
  readLabSettingsHandler,
  changeLabSettingsHandler,
  listBenchLabsHandler,
  listOperatorsHandler,
  addOperatorHandler,
  renewOperatorPinHandler,
  endOperatorHandler,
  beginShiftHandler,
  endShiftHandler,
];
