import type { Job } from '../../kernel/jobs/jobs.ts';
import { confirmNotificationsJob } from './notifications/confirm-notifications.ts';
import { trackShipmentsJob } from './shipping/track-shipments.ts';

export const labelsJobs: readonly Job[] = [confirmNotificationsJob, trackShipmentsJob];
