import type { Handler } from '../../kernel/http/handle.ts';
import { exportJournalHandler } from './export-journal.ts';
import { listJournalHandler } from './list-journal.ts';
import { readBalancesHandler } from './read-balances.ts';

export const journalHandlers: readonly Handler[] = [listJournalHandler, readBalancesHandler, exportJournalHandler];
