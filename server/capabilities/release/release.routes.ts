import type { Handler } from '../../kernel/http/handle.ts';
import { closeDeviationHandler } from './close-deviation.ts';
import { discardVialsHandler } from './discard-vials.ts';
import { listCandidatesHandler } from './list-candidates.ts';
import { quarantineVialsHandler } from './quarantine-vials.ts';
import { recallDeviationHandler } from './recall-deviation.ts';
import { releaseVialsHandler } from './release-vials.ts';

export const releaseHandlers: readonly Handler[] = [
  listCandidatesHandler,
  releaseVialsHandler,
  quarantineVialsHandler,
  discardVialsHandler,
  recallDeviationHandler,
  closeDeviationHandler,
];
