import type { Handler } from '../../kernel/http/handle.ts';
import { exportAccessHandler } from './export-access.ts';
import { listAccessHandler } from './list-access.ts';
import { listOwnAccessHandler } from './list-own-access.ts';

export const accessRecordsHandlers: readonly Handler[] = [listOwnAccessHandler, listAccessHandler, exportAccessHandler];
