import type { Handler } from '../../kernel/http/handle.ts';
import { exportAuditHandler } from './export-audit.ts';
import { listAllSessionsHandler } from './list-all-sessions.ts';
import { listAuditHandler } from './list-audit.ts';
import { verifyAuditHandler } from './verify-audit.ts';

export const auditHandlers: readonly Handler[] = [
  listAuditHandler,
  exportAuditHandler,
  verifyAuditHandler,
  listAllSessionsHandler,
];
