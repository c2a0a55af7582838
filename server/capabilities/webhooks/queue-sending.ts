import type { Work } from '../../kernel/db/db.ts';
import { enqueue } from '../../kernel/jobs/jobs.ts';

export const SEND_WEBHOOKS = 'send-webhooks';
export const RESEND_WEBHOOKS = 'resend-webhooks';

/** Wakes the sending of what is due, after the commit. */
export async function queueSending(work: Work): Promise<void> {
  await enqueue(work, SEND_WEBHOOKS, {}, SEND_WEBHOOKS);
}
