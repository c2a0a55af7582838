import type { Job } from '../../kernel/jobs/jobs.ts';
import { settleNoticesJob } from './settle-notices.ts';
import { trackShipmentsJob } from './track-shipments.ts';

export const labelsJobs: readonly Job[] = [settleNoticesJob, trackShipmentsJob];
