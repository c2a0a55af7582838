import type { Job } from '../../kernel/jobs/jobs.ts';
import { sendDocumentJob } from './provider-sync/hand-over.ts';
import { syncDocumentJob } from './provider-sync/look-at-document.ts';
import { reconcileDocumentsJob } from './provider-sync/sweep-documents.ts';
import { remindOfDocumentsJob } from './requests/remind-of-documents.ts';

export const documentsJobs: readonly Job[] = [
  sendDocumentJob,
  syncDocumentJob,
  reconcileDocumentsJob,
  remindOfDocumentsJob,
];
