import type { Job } from '../../kernel/jobs/jobs.ts';
import { sendDocumentJob } from './hand-over.ts';
import { lookAtDocumentJob } from './look-at-document.ts';
import { remindOfDocumentsJob } from './remind-of-documents.ts';
import { sweepDocumentsJob } from './sweep-documents.ts';

export const documentsJobs: readonly Job[] = [
  sendDocumentJob,
  lookAtDocumentJob,
  sweepDocumentsJob,
  remindOfDocumentsJob,
];
