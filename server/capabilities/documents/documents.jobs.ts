import type { Job } from '../../kernel/jobs/jobs.ts';
import { reconcileDocumentsJob } from './provider-sync/reconcile-documents.ts';
import { sendDocumentJob } from './provider-sync/send-to-provider.ts';
import { syncDocumentJob } from './provider-sync/sync-document.ts';
import { remindOfDocumentsJob } from './requests/remind-of-documents.ts';

export const documentsJobs: readonly Job[] = [
  sendDocumentJob,
  syncDocumentJob,
  reconcileDocumentsJob,
  remindOfDocumentsJob,
];
