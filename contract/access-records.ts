import { z } from 'zod';
import { InspectionId, UserId, UserIdInPath } from './kernel/ids.ts';
import { paging } from './kernel/paging.ts';
import { readingKinds } from './kernel/reads.ts';
import { route } from './kernel/route.ts';
import { PlanId } from './plans.ts';

export const ACCESS_ROWS_PER_PAGE = 50;

const What = z.enum(readingKinds, 'Choose what was read.');

const moment = z.iso.datetime({ offset: true, error: 'Must be a time such as 2026-11-05T14:02:00Z.' });
const period = { from: moment.optional(), to: moment.optional() };

/** One look at the caller's data by another person. */
export const OwnAccess = z.object({
  at: z.iso.datetime(),
  /** The person who looked. */
  who: z.string(),
  /** The membership of that person or 'Inspector', and their company or agency or an empty text. */
  plan: z.string(),
  company: z.string(),
  /** The account that was used, where the person worked in the account of another; null otherwise. */
  acting_for: z.string().nullable(),
  reason: z.string().nullable(),
  what: What,
});
export type OwnAccess = z.infer<typeof OwnAccess>;

export const listOwnAccess = route({
  method: 'GET',
  path: '/api/v1/access-records/mine/',
  summary: 'Who looked at the caller’s data, newest first',
  access: 'access.mine',
  reads: { what: 'log', subjects: (_, { userId }) => [userId] },
  query: z.object({ ...period, ...paging(ACCESS_ROWS_PER_PAGE) }),
  answer: z.object({
    results: z.array(OwnAccess),
    /** At most 10,000. */
    count: z.number().int(),
  }),
});

const Person = z.object({ id: UserId, name: z.string(), plan: PlanId });

/** One opening or list, as administrators read it. */
export const AccessRecord = z.object({
  /** The place of the row in the filtered list. */
  id: z.string(),
  at: z.iso.datetime(),
  site: z.string(),
  /** The person who looked; null for an inspector. */
  actor: Person.nullable(),
  /** The account that was used. */
  user: Person.nullable(),
  what: What,
  /** The person whose data were opened; null for lists. */
  subject: Person.nullable(),
  /** The number of the document, label or transaction, or the filter of a list. */
  object: z.string(),
  /** The number of people whom a list showed, or who were named beside the subject; null where only the filter is kept. */
  seen: z.number().int().nullable(),
  reason: z.string().nullable(),
  /** Set where an inspector looked. */
  inspection: z.object({ id: InspectionId, agency: z.string() }).nullable(),
});
export type AccessRecord = z.infer<typeof AccessRecord>;

const Filters = z.object({
  subject_id: UserIdInPath.optional(),
  actor_id: UserIdInPath.optional(),
  what: What.optional(),
  ...period,
});

export const listAccess = route({
  method: 'GET',
  path: '/api/admin/access-records/',
  summary: 'Who looked at whose data, newest first',
  access: 'access.read',
  reads: { what: 'log' },
  query: Filters.extend(paging(ACCESS_ROWS_PER_PAGE)),
  answer: z.object({
    results: z.array(AccessRecord),
    count: z.number().int(),
    /** False where more rows match than are counted. */
    count_is_exact: z.boolean(),
  }),
});

/** The columns of the file; people appear by their numbers. */
export const accessCsvColumns = [
  'Time',
  'Site',
  'Person',
  'Account',
  'Kind',
  'Subject',
  'Object',
  'Seen',
  'Reason',
  'Inspection',
] as const;

export const exportAccess = route({
  method: 'GET',
  path: '/api/admin/access-records/export-csv/',
  summary: 'All filtered openings as a CSV file',
  access: 'access.read',
  reads: { what: 'export' },
  stepUp: true,
  query: Filters,
});
