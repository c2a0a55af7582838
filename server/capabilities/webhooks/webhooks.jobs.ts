import type { Job } from '../../kernel/jobs/jobs.ts';
import { fanOutJob, resendWebhooksJob } from './fan-out.ts';
import { sendWebhooksJob } from './send-due.ts';

export const webhooksJobs: readonly Job[] = [fanOutJob, resendWebhooksJob, sendWebhooksJob];
