import type { Job } from '../../kernel/jobs/jobs.ts';
import { deleteOldPartsJob } from './delete-old-parts.ts';
import { resumeImportsJob, runImportJob } from './run-import.ts';
import { sendWavesJob } from './waves/send-waves.ts';

export const importsJobs: readonly Job[] = [runImportJob, resumeImportsJob, sendWavesJob, deleteOldPartsJob];
