import { z } from 'zod';
import { route } from './kernel/route.ts';

/** After so many days a document that nobody signs is somebody's to ask about. */
export const PENDING_DAYS = 7;

const Count = z.number().int();

/** What is waiting on administrators, of the sites they see. Each number has a list that holds its rows. */
export const readWaiting = route({
  method: 'GET',
  path: '/api/admin/waiting/',
  summary: 'What is waiting on administrators: labels, letters, documents, commissions and new sites',
  access: 'waiting.read',
  answer: z.object({
    labels_without_file: Count,
    labels_not_told: Count,
    documents_pending: Count,
    commissions_unpaid: Count,
    sites_without_dns: Count,
  }),
});
export type Waiting = z.infer<(typeof readWaiting)['answer']>;
