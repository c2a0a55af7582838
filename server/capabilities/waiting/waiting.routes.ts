import type { Handler } from '../../kernel/http/handle.ts';
import { readWaitingHandler } from './read-waiting.ts';

export const waitingHandlers: readonly Handler[] = [readWaitingHandler];
