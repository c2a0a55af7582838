import type { Job } from '../../kernel/jobs/jobs.ts';
import { watchTissueJob } from './watch-tissue.ts';

export const intakeJobs: readonly Job[] = [watchTissueJob];
