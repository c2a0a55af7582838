import type { Job } from '../../kernel/jobs/jobs.ts';
import { confirmNotificationsJob } from './notifications/settle-notices.ts';
import { trackShipmentsJob } from './shipping/track-shipments.ts';

export const labelsJobs: readonly Job[] = [confirmNotificationsJob, trackShipmentsJob];
