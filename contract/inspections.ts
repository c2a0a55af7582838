import { z } from 'zod';
import { CustodyEvent } from './custody.ts';
import { DocumentStatus } from './documents.ts';
import { DomainId, InspectionId, InspectionIdInPath, UserId, UserIdInPath } from './kernel/ids.ts';
import { joinedNumbers } from './kernel/joined-numbers.ts';
import { orEmpty } from './kernel/or-empty.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { readingKinds } from './kernel/reads.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { Email, requiredName, requiredText, text } from './kernel/text.ts';
import { Vial, VialEntry } from './vials.ts';

export const INSPECTIONS_PER_PAGE = 25;
export const SAMPLES_PER_PAGE = 25;

/** The longest inspection. */
export const INSPECTION_DAYS_MAX = 14;

/** The most patients that an inspection names; without any it is about the whole site. */
export const INSPECTED_PATIENTS_MAX = 200;

/** An inspector who makes no call for this long must enter again. */
export const INSPECTION_IDLE_MINUTES = 30;

/** How long a code by e-mail is valid. */
export const INSPECTION_CODE_MINUTES = 10;

/** The most changes and openings in a sample file; the export has all of them. */
export const SAMPLE_ROWS_MAX = 200;

const Done = z.object({ success: z.literal(true), message: z.string() });
const Person = z.object({ id: UserId, name: z.string() });

export const InspectionState = z.enum(['open', 'ended', 'expired']);
export type InspectionState = z.infer<typeof InspectionState>;

/** An inspection as administrators see it. */
export const AdministeredInspection = z.object({
  id: InspectionId,
  site: z.string(),
  agency: z.string(),
  name: z.string(),
  email: z.string(),
  reason: z.string(),
  /** The patients that it is about; null for every patient of the site. */
  patient_ids: z.array(z.number().int()).nullable(),
  with_names: z.boolean(),
  made_at: z.iso.datetime(),
  made_by: Person,
  ends_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  state: InspectionState,
  /** How often the inspector entered, and when last. */
  sessions: z.number().int(),
  last_opened_at: z.iso.datetime().nullable(),
  may: z.array(z.enum(['end'])),
});
export type AdministeredInspection = z.infer<typeof AdministeredInspection>;

export const listInspections = route({
  method: 'GET',
  path: '/api/admin/inspections/',
  summary: 'Inspections of the administrator’s sites, running ones first',
  access: 'inspections.manage',
  reads: { what: 'list' },
  query: z.object({ state: InspectionState.optional(), ...paging(INSPECTIONS_PER_PAGE) }),
  answer: pageOf(AdministeredInspection),
});

const DAYS = `Enter 1 to ${INSPECTION_DAYS_MAX} days.`;
const NUMBERS = 'Enter patient numbers with commas between them.';

export const createInspection = route({
  method: 'POST',
  path: '/api/admin/inspections/',
  summary: 'Open an inspection and send the inspector its link',
  access: 'inspections.manage',
  inPerson: true,
  stepUp: true,
  body: z.object({
    agency: requiredName('Agency', 120),
    name: requiredName('Name', 100),
    email: Email,
    reason: requiredText('Reason', 500).refine((reason) => reason.length >= 3, 'At least 3 characters.'),
    days: z.number(DAYS).int(DAYS).min(1, DAYS).max(INSPECTION_DAYS_MAX, DAYS),
    patient_ids: orEmpty(
      joinedNumbers(INSPECTED_PATIENTS_MAX, NUMBERS).pipe(
        z
          .array(z.number(NUMBERS).int(NUMBERS).min(1, NUMBERS).max(2_147_483_647, NUMBERS))
          .min(1, NUMBERS)
          .max(INSPECTED_PATIENTS_MAX, `At most ${INSPECTED_PATIENTS_MAX} patients.`),
      ),
    ).optional(),
    with_names: z.boolean().default(false),
    /** The site, for administrators of several; without it the administrator’s own. */
    domain_id: DomainId.optional(),
  }),
  answer: Done.extend({ id: InspectionId, ends_at: z.iso.datetime() }),
  refusals: {
    unknown_patient: refusal(400, 'At least one of these numbers is not a patient of this site.'),
  },
});

export const endInspection = route({
  method: 'POST',
  path: '/api/admin/inspections/:id/end/',
  summary: 'End an inspection; the inspector’s next call is refused',
  access: 'inspections.manage',
  inPerson: true,
  stepUp: true,
  params: z.object({ id: InspectionIdInPath }),
  answer: Done,
  refusals: { already_over: refusal(409, 'This inspection has ended already.') },
});

/** The key of a link; other texts have the same answer as a key of an inspection that has ended. */
const Key = z.string('Open the link of the letter.').min(1, 'Open the link of the letter.').max(100);

const linkOver = refusal(400, 'This link is not complete, or the inspection has ended.');

export const sendInspectionCode = route({
  method: 'POST',
  path: '/api/v1/inspection/code/',
  summary: 'Send the inspector a code to enter with',
  access: 'public',
  body: z.object({ key: Key }),
  answer: Done,
  refusals: { link_over: linkOver },
});

/** What an inspector is told about the inspection. */
export const OpenInspection = z.object({
  agency: z.string(),
  site: z.string(),
  reason: z.string(),
  with_names: z.boolean(),
  /** The number of patients that it is about; null for every patient of the site. */
  patients: z.number().int().nullable(),
  ends_at: z.iso.datetime(),
});
export type OpenInspection = z.infer<typeof OpenInspection>;

export const openInspection = route({
  method: 'POST',
  path: '/api/v1/inspection/open/',
  summary: 'Enter an inspection with the key of the link and the code of the letter',
  access: 'public',
  body: z.object({
    key: Key,
    code: z
      .string('Enter the code from the letter.')
      .trim()
      .min(1, 'Enter the code from the letter.')
      .max(20, 'At most 20 characters.'),
  }),
  answer: z.object({ token: z.string(), inspection: OpenInspection }),
  refusals: { link_over: linkOver, wrong_code: refusal(400, 'This code is not right.') },
});

const inspectorRefusals = {
  inspection_over: refusal(401, 'This inspection has ended.'),
  session_over: refusal(401, 'Please enter again with the link of the letter and a new code.'),
};

/** A sample in a list. `name` is '#1043' where the inspection shows no names. */
export const FoundSample = Person.extend({
  vials_available: z.number().int(),
  vials_shipped: z.number().int(),
  /** When its chain of custody grew last; null before its first event. */
  changed_at: z.iso.datetime().nullable(),
});
export type FoundSample = z.infer<typeof FoundSample>;

export const listSamples = route({
  method: 'GET',
  path: '/api/v1/inspection/samples/',
  summary: 'Samples within the inspection, by patient number, vial code or, where names are shown, name',
  access: 'public',
  inspector: true,
  reads: { what: 'search' },
  query: z.object({ search: text(100).default(''), ...paging(SAMPLES_PER_PAGE) }),
  answer: pageOf(FoundSample),
  refusals: inspectorRefusals,
});

export const SampleDocument = z.object({
  /** Empty while the document waits for its signature, and where the inspection shows no names. */
  document_id: z.string(),
  kind: z.string(),
  /** The kind again where the inspection shows no names, because an uploaded file may be named after a person. */
  name: z.string(),
  status: DocumentStatus,
  requested_at: z.iso.datetime(),
  signed_at: z.iso.datetime().nullable(),
  sha256: z.string().nullable(),
  timestamp: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
});
export type SampleDocument = z.infer<typeof SampleDocument>;

/** A change of the patient's account, vials or documents, from the audit log. */
export const SampleChange = z.object({
  /** The position of the row in the chain of its site. */
  id: z.number().int(),
  at: z.iso.datetime(),
  who: Person.nullable(),
  on_behalf_of: Person.nullable(),
  action: z.string(),
  subject: z.string(),
  subject_id: z.string(),
  facts: z.record(z.string(), z.unknown()),
  changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
});
export type SampleChange = z.infer<typeof SampleChange>;

export const SampleOpening = z.object({
  at: z.iso.datetime(),
  /** Null for an inspector, whose agency is named instead. */
  who: Person.nullable(),
  agency: z.string().nullable(),
  what: z.enum(readingKinds),
});
export type SampleOpening = z.infer<typeof SampleOpening>;

/** Everything about one sample. */
export const SampleFile = z.object({
  sample: Person,
  vials_available: z.number().int(),
  vials_shipped: z.number().int(),
  custody: z.array(CustodyEvent),
  vials: z.array(Vial),
  entries: z.array(VialEntry.omit({ user_id: true, note: true })),
  documents: z.array(SampleDocument),
  /** The newest ones, newest first, and how many there are. */
  changes: z.array(SampleChange),
  changes_count: z.number().int(),
  openings: z.array(SampleOpening),
  openings_count: z.number().int(),
});
export type SampleFile = z.infer<typeof SampleFile>;

const BySample = z.object({ id: UserIdInPath });

export const readSample = route({
  method: 'GET',
  path: '/api/v1/inspection/samples/:id/',
  summary: 'The whole file of a sample: custody, vials, documents, changes and openings',
  access: 'public',
  inspector: true,
  reads: { what: 'record' },
  params: BySample,
  answer: SampleFile,
  refusals: inspectorRefusals,
});

export const readInspectedDocument = route({
  method: 'GET',
  path: '/api/v1/inspection/documents/:document_id/file',
  summary: 'A signed document of a sample',
  access: 'public',
  inspector: true,
  reads: { what: 'document file' },
  params: z.object({ document_id: z.string().max(60) }),
  refusals: {
    ...inspectorRefusals,
    names_hidden: refusal(409, 'This inspection shows no names, so that documents are listed and not shown.'),
    integrity: refusal(409, 'The file of this document is missing or was changed.'),
  },
});

/** What Verify has checked. */
export const VerifiedSample = z.object({
  intact: z.boolean(),
  custody_events: z.number().int(),
  vials: z.number().int(),
  documents: z.number().int(),
  seals: z.number().int(),
  timestamps: z.number().int(),
  /** Rows of the audit log of the site; each row is chained to the one before it. */
  audit_rows: z.number().int(),
  /** Batches that hold the openings of this sample. */
  batches: z.number().int(),
  /** Where each fault is, in words. */
  faults: z.array(z.string()),
});
export type VerifiedSample = z.infer<typeof VerifiedSample>;

export const verifySample = route({
  method: 'POST',
  path: '/api/v1/inspection/samples/:id/verify/',
  summary: 'Recompute the chains, hashes, seals and time stamps of a sample',
  access: 'public',
  inspector: true,
  reads: { what: 'record' },
  params: BySample,
  answer: VerifiedSample,
  refusals: inspectorRefusals,
  urgency: 'bulk',
});

export const exportSample = route({
  method: 'GET',
  path: '/api/v1/inspection/samples/:id/export.zip',
  summary: 'The file of a sample as a ZIP, with hashes and a signature',
  access: 'public',
  inspector: true,
  reads: { what: 'export' },
  params: BySample,
  refusals: inspectorRefusals,
});

export const closeInspection = route({
  method: 'POST',
  path: '/api/v1/inspection/close/',
  summary: 'Leave the inspection in this browser',
  access: 'public',
  inspector: true,
  answer: Done,
  refusals: inspectorRefusals,
});
