import type { Handler } from '../../kernel/http/handle.ts';
import { readMoneyOverviewHandler } from './read-money-overview.ts';

export const moneyOverviewHandlers: readonly Handler[] = [readMoneyOverviewHandler];
