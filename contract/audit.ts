import { z } from 'zod';
import { UserId, UserIdInPath } from './kernel/ids.ts';
import { paging } from './kernel/paging.ts';
import { route } from './kernel/route.ts';
import { text } from './kernel/text.ts';
import { PlanId } from './plans.ts';

export const AUDIT_ROWS_PER_PAGE = 50;

/** A count stops here: readers do not page further, and counting on would cost more than reading the page. */
export const MOST_COUNTED = 10_000;

const Person = z.object({ id: UserId, name: z.string(), plan: PlanId });

/** The value of a field before and after. A value whose person was erased reads 'erased'. */
const Change = z.object({ before: z.unknown(), after: z.unknown() });

export const AuditRow = z.object({
  /** The position of the row in the chain of its site. */
  id: z.string(),
  at: z.iso.datetime(),
  site: z.string(),
  /** The person who really acted; null where the server acted by itself. */
  actor: Person.nullable(),
  /** The account that was used. */
  user: Person.nullable(),
  action: z.string(),
  subject: z.string(),
  subject_id: z.string(),
  facts: z.record(z.string(), z.unknown()),
  changes: z.record(z.string(), Change),
  /** The network address of the caller; null where the server acted by itself, and after 24 months. */
  address: z.string().nullable(),
  device: z.string().nullable(),
  request_id: z.string(),
});
export type AuditRow = z.infer<typeof AuditRow>;

const moment = z.iso.datetime({ offset: true, error: 'Must be a time such as 2026-11-05T14:02:00Z.' });

export const listAudit = route({
  method: 'GET',
  path: '/api/admin/audit/',
  summary: 'Who changed what, from where, and what was before; newest first',
  access: 'audit.read',
  query: z.object({
    subject_id: text(200).optional(),
    actor_id: UserIdInPath.optional(),
    /** A whole action such as 'users.edit', or a prefix such as 'users.'. */
    action: z
      .string()
      .max(100)
      .regex(/^[\w.-]+$/, 'Use the letters of an action, such as users.edit.')
      .optional(),
    address: text(60).optional(),
    from: moment.optional(),
    to: moment.optional(),
    ...paging(AUDIT_ROWS_PER_PAGE),
  }),
  answer: z.object({
    results: z.array(AuditRow),
    count: z.number().int(),
    /** False where more rows match than are counted. */
    count_is_exact: z.boolean(),
    /** Descriptions of the unsafe settings that this installation accepts by name. */
    accepted_unsafe: z.array(z.string()),
  }),
});
