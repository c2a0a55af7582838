import type { Job } from '../../kernel/jobs/jobs.ts';
import { settleNoticesJob } from './notifications/settle-notices.ts';
import { trackShipmentsJob } from './shipping/track-shipments.ts';

export const labelsJobs: readonly Job[] = [settleNoticesJob, trackShipmentsJob];
