import type { Handler } from '../../kernel/http/handle.ts';
import { changeMoneySettingsHandler } from './change-money-settings.ts';
import { readMoneySettingsHandler } from './read-money-settings.ts';

export const moneySettingsHandlers: readonly Handler[] = [readMoneySettingsHandler, changeMoneySettingsHandler];
