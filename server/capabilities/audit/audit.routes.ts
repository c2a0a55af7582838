import type { Handler } from '../../kernel/http/handle.ts';
import { listAuditHandler } from './list-audit.ts';

export const auditHandlers: readonly Handler[] = [listAuditHandler];
