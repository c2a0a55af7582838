import { z } from 'zod';
import { SessionId, UserId, UserIdInPath } from './kernel/ids.ts';
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

const filters = {
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
};

export const listAudit = route({
  method: 'GET',
  path: '/api/admin/audit/',
  summary: 'Who changed what, from where, and what was before; newest first',
  access: 'audit.read',
  reads: { what: 'log' },
  query: z.object({ ...filters, ...paging(AUDIT_ROWS_PER_PAGE) }),
  answer: z.object({
    results: z.array(AuditRow),
    count: z.number().int(),
    /** False where more rows match than are counted. */
    count_is_exact: z.boolean(),
    /** Descriptions of the unsafe settings that this installation accepts by name. */
    accepted_unsafe: z.array(z.string()),
  }),
});

export const exportAudit = route({
  method: 'GET',
  path: '/api/admin/audit/export-csv/',
  summary: 'The same rows as a CSV file',
  access: 'audit.read',
  reads: { what: 'export' },
  query: z.object(filters),
  stepUp: true,
});

export const verifyAudit = route({
  method: 'POST',
  path: '/api/admin/audit/verify/',
  summary: 'Recompute the chains of changes and custody, and name the first entry that was altered',
  access: 'audit.read',
  answer: z.object({
    intact: z.boolean(),
    audit_rows: z.number().int(),
    custody_events: z.number().int(),
    /** Batches of openings; administrators of one site do not check them, because they hold those of every site. */
    batches: z.number().int(),
    /** Sealed documents whose hash in the chain agrees with that of the document. */
    seals: z.number().int(),
    /** Where the first fault is, in words; null where all is intact. */
    first_break: z.string().nullable(),
  }),
  urgency: 'bulk',
});

/** An open session as an administrator sees it. */
export const AdministeredSession = z.object({
  id: SessionId,
  user: Person,
  /** The person who works in the account; null for its owner. */
  by: Person.nullable(),
  reason: z.string().nullable(),
  site: z.string(),
  device: z.string(),
  address: z.string().nullable(),
  proved_by: z.string(),
  level: z.number().int(),
  started_at: z.string(),
  last_seen_at: z.string(),
  until: z.string(),
});
export type AdministeredSession = z.infer<typeof AdministeredSession>;

export const listAllSessions = route({
  method: 'GET',
  path: '/api/admin/sessions/',
  summary: 'The open sessions of every account of the site, newest first',
  access: 'audit.read',
  reads: { what: 'log' },
  query: z.object({ user_id: UserIdInPath.optional(), ...paging(AUDIT_ROWS_PER_PAGE) }),
  answer: z.object({
    results: z.array(AdministeredSession),
    count: z.number().int(),
    count_is_exact: z.boolean(),
  }),
});
