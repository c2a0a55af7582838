import { z } from 'zod';
import { withoutCardNumber } from './card-number.ts';
import { fourEyesRefusals } from './four-eyes.ts';
import {
  DomainId,
  DomainIdInPath,
  PayoutRunId,
  PayoutRunIdInPath,
  UserId,
  UserIdInPath,
  Version,
} from './kernel/ids.ts';
import { paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText, text } from './kernel/text.ts';

export const PAYOUT_RUNS_PER_PAGE = 25;

const Person = z.object({ id: UserId, name: z.string() });

export const runStates = ['draft', 'approved', 'paid', 'cancelled'] as const;
export type RunState = (typeof runStates)[number];
const RunState = z.enum(runStates);

export const payeeStates = ['due', 'paid', 'returned'] as const;
export type PayeeState = (typeof payeeStates)[number];

const runFields = {
  id: PayoutRunId,
  domain: z.object({ id: DomainId, name: z.string() }),
  /** Lines that were written later wait for another run. */
  cutoff: z.iso.date(),
  state: RunState,
  /** Dollars. */
  total: z.number(),
  made_at: z.iso.datetime(),
};

export const PayoutRunSummary = z.object({ ...runFields, people_count: z.number().int() });
export type PayoutRunSummary = z.infer<typeof PayoutRunSummary>;

export const RunPayee = z.object({
  person: Person,
  amount: z.number(),
  state: z.enum(payeeStates),
  /** The number of the payee at bank or payroll; of an approved run, that of its file. */
  payee_reference: z.string(),
  paid_on: z.iso.date().nullable(),
  /** That of the payment. */
  reference: z.string(),
  /** Why the payment came back. */
  note: z.string(),
  may: z.array(z.enum(['pay', 'return'])),
});
export type RunPayee = z.infer<typeof RunPayee>;

export const PayoutRun = z.object({
  ...runFields,
  people: z.array(RunPayee),
  /** People whose sum was negative or below the least payout when the run was made. */
  carried_over: z.array(z.object({ person: Person, amount: z.number() })),
  made_by: Person.nullable(),
  approved_by: Person.nullable(),
  approved_at: z.iso.datetime().nullable(),
  /** SHA-256 of the file, from its first download on. */
  file_sha256: z.string().nullable(),
  /** Whether the draft needs an approver other than its maker. */
  needs_second: z.boolean(),
  version: z.number().int(),
  may: z.array(z.enum(['approve', 'cancel', 'export', 'mark_paid', 'set_reference'])),
});
export type PayoutRun = z.infer<typeof PayoutRun>;

const shared = { access: 'payouts.administer', reads: { what: 'list' }, inPerson: true } as const;
const ofRun = { ...shared, params: z.object({ id: PayoutRunIdInPath }), answer: PayoutRun } as const;

// PostgreSQL has no year 0.
const pastDay = (label: string) =>
  z.iso
    .date(`${label} must be a day such as 2026-11-05.`)
    .refine((day) => day >= '0001', `${label} must be a day such as 2026-11-05.`)
    .refine((day) => day <= new Date().toISOString().slice(0, 10), `${label} must not be in the future.`);

export const listPayoutRuns = route({
  method: 'GET',
  path: '/api/admin/payout-runs/',
  summary: 'The payout runs of the administrator’s sites, newest first',
  access: 'payouts.administer',
  query: z.object({
    state: RunState.optional(),
    domain_id: DomainIdInPath.optional(),
    ...paging(PAYOUT_RUNS_PER_PAGE),
  }),
  answer: z.object({ results: z.array(PayoutRunSummary), count: z.number().int() }),
  inPerson: true,
});

export const makePayoutRun = route({
  ...shared,
  method: 'POST',
  path: '/api/admin/payout-runs/',
  summary: 'Collect what is payable on a site into a draft run',
  body: z.object({ domain_id: DomainId, cutoff: pastDay('The cutoff') }),
  answer: PayoutRun,
  refusals: { nothing_payable: refusal(409, 'Nothing is payable up to this day.') },
});

export const readPayoutRun = route({
  ...ofRun,
  method: 'GET',
  path: '/api/admin/payout-runs/:id/',
  summary: 'A payout run with its people and those who were carried over',
});

export const cancelPayoutRun = route({
  ...ofRun,
  method: 'POST',
  path: '/api/admin/payout-runs/:id/cancel/',
  summary: 'Cancel a run that has paid no person; its lines are payable again',
  refusals: { run_paid: refusal(409, 'This run has paid people. Return their payments instead.') },
});

const ownPayment = refusal(409, 'You are paid by this run. Another administrator has to do this.');

export const approvePayoutRun = route({
  ...ofRun,
  method: 'POST',
  path: '/api/admin/payout-runs/:id/approve/',
  summary: 'Approve a draft run; from the site’s amount on not by its maker',
  refusals: {
    ...fourEyesRefusals,
    own_payment: ownPayment,
    not_draft: refusal(409, 'Only a draft can be approved.'),
    changed_meanwhile: refusal(409, 'This run has changed. Look at it and approve it again.'),
  },
  /** With a version, a run that has changed since is refused. */
  body: z.object({ version: Version.optional() }),
  stepUp: true,
});

const notApproved = refusal(409, 'This run is not approved.');

export const payoutCsvColumns = ['run', 'payee', 'name', 'reference', 'amount', 'memo'] as const;

export const exportPayoutRun = route({
  method: 'GET',
  path: '/api/admin/payout-runs/:id/export-csv/',
  summary: 'The file of an approved run for bank or payroll, with count and total in the last row',
  access: 'payouts.administer',
  reads: { what: 'export' },
  params: z.object({ id: PayoutRunIdInPath }),
  refusals: { not_approved: notApproved },
  inPerson: true,
  stepUp: true,
});

export const markPayoutRunPaid = route({
  ...ofRun,
  method: 'POST',
  path: '/api/admin/payout-runs/:id/mark-paid/',
  summary: 'Note that people of an approved run were paid; without a list, all to whom a payment is due',
  body: z.object({
    person_ids: z.array(UserId).min(1, 'Choose people.').max(10_000, 'At most 10,000 people.').optional(),
    paid_on: pastDay('The day of payment'),
    reference: text(100).default(''),
  }),
  refusals: {
    not_approved: notApproved,
    own_payment: ownPayment,
    paid_before_run: refusal(400, 'The day of payment must not be before the run was made.'),
  },
  stepUp: true,
});

export const returnPayout = route({
  ...ofRun,
  method: 'POST',
  path: '/api/admin/payout-runs/:id/return/',
  summary: 'Note that the payment of a person came back; their lines are payable again',
  body: z.object({ person_id: UserId, note: withoutCardNumber(requiredText('Note', 1_000)) }),
  refusals: { not_approved: notApproved, own_payment: ownPayment },
  stepUp: true,
});

export const setPayeeReference = route({
  method: 'PUT',
  path: '/api/admin/payees/:id/reference/',
  summary: 'Set the number of a payee at bank or payroll; an empty one removes it',
  access: 'payouts.administer',
  params: z.object({ id: UserIdInPath }),
  /** Without a site, that of the payee. */
  body: z.object({ domain_id: DomainId.optional(), reference: text(40) }),
  answer: z.object({ success: z.literal(true), message: z.string(), reference: z.string() }),
  inPerson: true,
  stepUp: true,
});
