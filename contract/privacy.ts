import { z } from 'zod';
import {
  DocumentRowId,
  DocumentRowIdInPath,
  LegalHoldId,
  LegalHoldIdInPath,
  PrivacyRequestId,
  PrivacyRequestIdInPath,
  UserId,
  UserIdInPath,
} from './kernel/ids.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText, text } from './kernel/text.ts';
import { PlanId } from './plans.ts';

export const PRIVACY_REQUESTS_PER_PAGE = 25;

/** How long the file of an export can be downloaded. */
export const EXPORT_DAYS = 7;

export const PRIVACY_TEXT_MAX = 2000;
export const PRIVACY_ANSWER_MAX = 4000;

const privacyKinds = ['export', 'erasure', 'correction', 'question'] as const;
export const PrivacyKind = z.enum(privacyKinds);
export type PrivacyKind = z.infer<typeof PrivacyKind>;

export const PrivacyState = z.enum(['received', 'in_review', 'done', 'refused', 'withdrawn']);
export type PrivacyState = z.infer<typeof PrivacyState>;

/** A request as its author sees it. */
export const OwnPrivacyRequest = z.object({
  id: PrivacyRequestId,
  kind: PrivacyKind,
  text: z.string(),
  state: PrivacyState,
  received_at: z.iso.datetime(),
  /** The day by which it is answered, YYYY-MM-DD. */
  due_on: z.string(),
  answer: z.string(),
  ended_at: z.iso.datetime().nullable(),
  /** The file of an export, while it can be downloaded. */
  file: z.object({ bytes: z.number().int(), until: z.iso.datetime() }).nullable(),
  may: z.array(z.enum(['withdraw', 'download'])),
});
export type OwnPrivacyRequest = z.infer<typeof OwnPrivacyRequest>;

/** The reasons against an erasure that an administrator sees before trying it. */
export const ErasureObstacle = z.enum([
  'already_erased',
  'is_administrator',
  'legal_hold',
  'has_vials',
  'tissue_in_process',
  'keeps_samples',
  'has_patients',
  'has_open_orders',
  'paper_being_sealed',
]);
export type ErasureObstacle = z.infer<typeof ErasureObstacle>;

/** A request as administrators see it. */
export const AdministeredPrivacyRequest = OwnPrivacyRequest.omit({ may: true, file: true }).extend({
  site: z.string(),
  person: z.object({ id: UserId, name: z.string(), email: z.string(), plan: PlanId, erased: z.boolean() }),
  is_overdue: z.boolean(),
  answered_by: z.string().nullable(),
  hold: z.object({ id: LegalHoldId, reason: z.string(), since: z.iso.datetime() }).nullable(),
  may: z.array(z.enum(['review', 'refuse', 'answer', 'erase', 'hold', 'end_hold', 'read_papers'])),
});
export type AdministeredPrivacyRequest = z.infer<typeof AdministeredPrivacyRequest>;

const Done = z.object({ success: z.literal(true), message: z.string() });

const needsText: readonly PrivacyKind[] = ['correction', 'question'];

export const askForPrivacy = route({
  method: 'POST',
  path: '/api/v1/privacy/requests/',
  summary: 'Ask for a copy of one’s data, for their erasure or correction, or ask a question about them',
  access: 'privacy.request',
  inPerson: true,
  body: z
    .object({
      kind: z.enum(privacyKinds, 'Choose what you ask for.'),
      text: text(PRIVACY_TEXT_MAX).default(''),
    })
    .check(({ value, issues }) => {
      if (!needsText.includes(value.kind) || value.text !== '') return;
      issues.push({
        code: 'custom',
        path: ['text'],
        message: 'Write what you would like us to do.',
        input: value.text,
      });
    }),
  answer: Done.extend({ request: OwnPrivacyRequest }),
  refusals: {
    already_asked: refusal(409, 'You have asked for this already. We are working on it.'),
    is_administrator: refusal(
      409,
      'The account of an administrator cannot be erased. Ask for another membership first.',
    ),
  },
});

export const listOwnPrivacyRequests = route({
  method: 'GET',
  path: '/api/v1/privacy/requests/mine/',
  summary: 'One’s own requests about one’s data, newest first',
  access: 'privacy.request',
  reads: { what: 'profile', subjects: (_, { userId }) => [userId] },
  answer: z.object({ results: z.array(OwnPrivacyRequest) }),
});

const ById = z.object({ id: PrivacyRequestIdInPath });

const alreadyAnswered = refusal(409, 'This request has been answered or withdrawn already.');

export const withdrawPrivacyRequest = route({
  method: 'POST',
  path: '/api/v1/privacy/requests/:id/withdraw/',
  summary: 'Withdraw one’s own request',
  access: 'privacy.request',
  inPerson: true,
  params: ById,
  answer: Done,
  refusals: { already_answered: alreadyAnswered },
});

export const readPrivacyExport = route({
  method: 'GET',
  path: '/api/v1/privacy/exports/:id/file',
  summary: 'The ZIP file with one’s own data, for seven days',
  access: 'privacy.request',
  inPerson: true,
  stepUp: true,
  params: ById,
  refusals: {
    export_over: refusal(409, 'This file is no longer available. Please ask for a new one.'),
  },
});

export const listPrivacyRequests = route({
  method: 'GET',
  path: '/api/admin/privacy/requests/',
  summary: 'Requests of people about their data; open ones first, by the day they are due',
  access: 'privacy.decide',
  reads: { what: 'list' },
  query: z.object({
    state: PrivacyState.optional(),
    kind: PrivacyKind.optional(),
    /** Only open requests that are due within a week or overdue. */
    due: z.literal('true').optional(),
    ...paging(PRIVACY_REQUESTS_PER_PAGE),
  }),
  answer: pageOf(AdministeredPrivacyRequest),
});

export const decidePrivacyRequest = route({
  method: 'POST',
  path: '/api/admin/privacy/requests/:id/decide/',
  summary: 'Take a request into review, answer it or refuse it',
  access: 'privacy.decide',
  params: ById,
  body: z
    .object({
      decision: z.enum(['in_review', 'done', 'refused'], 'Choose a decision.'),
      answer: text(PRIVACY_ANSWER_MAX).default(''),
    })
    .check(({ value, issues }) => {
      if (value.decision === 'in_review' || value.answer !== '') return;
      issues.push({ code: 'custom', path: ['answer'], message: 'Answer is required.', input: value.answer });
    }),
  answer: Done,
  refusals: {
    already_answered: alreadyAnswered,
    done_otherwise: refusal(409, 'An export is built by itself, and an erasure is done with ‘Erase’.'),
  },
});

export const erasureRefusals = {
  already_erased: refusal(409, 'This person has been erased already.'),
  is_administrator: refusal(409, 'An administrator cannot be erased. Change the membership first.'),
  legal_hold: refusal(409, 'There is a legal hold on the data of this person.'),
  has_vials: refusal(409, 'This person has vials in store.'),
  tissue_in_process: refusal(409, 'Tissue of this person is in process.'),
  keeps_samples: refusal(409, 'Vials or batches of patients are in this lab.'),
  has_patients: refusal(409, 'Patients still belong to this lab or clinic.'),
  has_open_orders: refusal(409, 'An order or a shipment of this person is under way.'),
  paper_being_sealed: refusal(409, 'A signed document of this person is being sealed. Please try again in a minute.'),
};

export const erasePerson = route({
  method: 'POST',
  path: '/api/admin/privacy/requests/:id/erase/',
  summary: 'Erase the person who asked for it; this cannot be undone',
  access: 'privacy.decide',
  stepUp: true,
  params: ById,
  body: z.object({ confirm: requiredText('Confirmation', 20) }),
  answer: Done,
  refusals: {
    ...erasureRefusals,
    wrong_confirmation: refusal(400, 'Type # and the number of the person.'),
    not_an_erasure: refusal(409, 'This person has not asked for erasure.'),
    already_answered: alreadyAnswered,
  },
});

export const createLegalHold = route({
  method: 'POST',
  path: '/api/admin/privacy/legal-holds/',
  summary: 'Keep the data of a person, because the law asks for it',
  access: 'privacy.decide',
  body: z.object({
    user_id: UserId,
    reason: requiredText('Reason', 500).refine((reason) => reason.length >= 3, 'At least 3 characters.'),
  }),
  answer: Done.extend({ id: LegalHoldId }),
  refusals: { already_held: refusal(409, 'There is a legal hold on the data of this person already.') },
});

export const endLegalHold = route({
  method: 'POST',
  path: '/api/admin/privacy/legal-holds/:id/end/',
  summary: 'End a legal hold',
  access: 'privacy.decide',
  stepUp: true,
  params: z.object({ id: LegalHoldIdInPath }),
  answer: Done,
  refusals: { hold_over: refusal(409, 'This legal hold has ended already.') },
});

/** A signed paper of an erased person, kept for the retention period. */
export const KeptPaper = z.object({
  id: DocumentRowId,
  name: z.string(),
  signed_at: z.iso.datetime().nullable(),
  /** The day until which it is kept, YYYY-MM-DD. */
  kept_until: z.string(),
});
export type KeptPaper = z.infer<typeof KeptPaper>;

export const listKeptPapers = route({
  method: 'GET',
  path: '/api/admin/privacy/people/:id/papers/',
  summary: 'The signed papers of an erased person that the law asks to keep',
  access: 'privacy.read_papers',
  reads: { what: 'document list', subjects: (_, { params }) => [params.id] },
  params: z.object({ id: UserIdInPath }),
  answer: z.object({ results: z.array(KeptPaper) }),
});

export const readKeptPaper = route({
  method: 'POST',
  path: '/api/admin/privacy/papers/:id/file',
  summary: 'Read a signed paper of an erased person, with a reason that is recorded',
  access: 'privacy.read_papers',
  reads: { what: 'document file' },
  stepUp: true,
  params: z.object({ id: DocumentRowIdInPath }),
  body: z.object({
    reason: requiredText('Reason', 200).refine((reason) => reason.length >= 3, 'At least 3 characters.'),
  }),
  refusals: { integrity: refusal(409, 'The file of this document is missing or was changed.') },
});
