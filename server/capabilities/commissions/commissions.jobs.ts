import type { Job } from '../../kernel/jobs/jobs.ts';
import { earnBacklogJob } from './lines/earn-backlog.ts';
import { simulateJob } from './plans/run-simulation.ts';

export const commissionsJobs: readonly Job[] = [earnBacklogJob, simulateJob];
