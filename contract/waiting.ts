import { z } from 'zod';
import { route } from './kernel/route.ts';

/** A document that is unsigned after this many days is counted as waiting. */
export const PENDING_DAYS = 7;

const Count = z.number().int();

/**
 * The work that is waiting for administrators, on the sites that they see. A list behind each number shows its rows.
 */
export const readWaiting = route({
  method: 'GET',
  path: '/api/admin/waiting/',
  summary:
    'What is waiting on administrators: labels, letters, documents, new sites, privacy requests, and decisions about money',
  access: 'waiting.read',
  answer: z.object({
    labels_without_file: Count,
    labels_not_told: Count,
    documents_pending: Count,
    commissions_unpaid: Count,
    sites_without_dns: Count,
    /** Open privacy requests that are overdue or due within a week. */
    privacy_due: Count,
    /** Refunds that need a second administrator. */
    refunds_to_approve: Count,
    payout_runs_to_approve: Count,
    /** Lines of commission with an open question of their payee. */
    disputes_open: Count,
    /** Differences between the books and the card payment provider that are not resolved. */
    differences: Count,
    /** Storage plans that have lapsed, or that the patient asks to end. */
    storage_decisions: Count,
  }),
});
export type Waiting = z.infer<(typeof readWaiting)['answer']>;
