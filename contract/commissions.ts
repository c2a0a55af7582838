import { z } from 'zod';
import { withoutCardNumber } from './card-number.ts';
import { commissionLevels } from './commission-words.ts';
import {
  CommissionLineId,
  CommissionLineIdInPath,
  DisputeId,
  DisputeIdInPath,
  DomainId,
  DomainIdInPath,
  TransactionId,
  TransactionIdInPath,
  UserId,
  UserIdInPath,
} from './kernel/ids.ts';
import { centsFrom } from './kernel/money.ts';
import { orEmpty } from './kernel/or-empty.ts';
import { paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText } from './kernel/text.ts';

export const COMMISSION_LINES_PER_PAGE = 25;
/** The number of months in the plot that a payee sees of the own commissions. */
export const COMMISSION_MONTHS_SHOWN = 12;

const Person = z.object({ id: UserId, name: z.string() });

/** A month as YYYY-MM. */
const MonthInPath = z.string().regex(/^(?:19|2\d)\d\d-(?:0[1-9]|1[0-2])$/, 'Enter a month such as 2026-11.');
const Month = z.string().regex(/^\d{4}-\d\d$/);

export const lineStates = ['retained', 'paid', 'in_run', 'disputed', 'held', 'payable'] as const;
export const LineState = z.enum(lineStates);

const DisputeMessage = z.object({
  id: z.number().int(),
  from: z.enum(['payee', 'administrator']),
  text: z.string(),
  at: z.iso.datetime(),
});

const Dispute = z.object({
  id: DisputeId,
  state: z.enum(['open', 'kept', 'adjusted']),
  messages: z.array(DisputeMessage),
});

const lineFields = {
  id: CommissionLineId,
  /** The day on which it was written. */
  day: z.iso.date(),
  level: z.enum([...commissionLevels, 'none']),
  kind: z.enum(['earned', 'clawback', 'corrected', 'adjustment']),
  transaction_id: TransactionId.nullable(),
  product: z.string(),
  quantity: z.number().int(),
  base: z.number(),
  rate_bp: z.number().int().nullable(),
  piece: z.number().nullable(),
  amount: z.number(),
  /** The rule as a sentence, or the reason. */
  words: z.string(),
  arithmetic: z.string(),
  state: LineState,
  payable_on: z.iso.date(),
  /** Null also where it was paid before lines were kept, on a day that nothing records. */
  paid_on: z.iso.date().nullable(),
  payout_id: z.number().int().nullable(),
  retained: z.boolean(),
  /** The last one. */
  dispute: Dispute.nullable(),
};

export const CommissionLine = z.object({ ...lineFields, domain_id: DomainId, site: z.string(), person: Person });
export type CommissionLine = z.infer<typeof CommissionLine>;

export const readTransactionCommission = route({
  method: 'GET',
  path: '/api/admin/transactions/:id/commission/',
  summary: 'The commission of a transaction, line by line',
  access: 'commissions.administer',
  reads: { what: 'list' },
  params: z.object({ id: TransactionIdInPath }),
  answer: z.object({ base: z.number(), refunded: z.number(), lines: z.array(CommissionLine) }),
  inPerson: true,
});

const lineFilters = {
  state: LineState.optional(),
  month: MonthInPath.optional(),
  ...paging(COMMISSION_LINES_PER_PAGE),
};

/** Lists count up to 10,000; `count_is_exact` says whether that is all. */
const counted = { count: z.number().int(), count_is_exact: z.boolean() };

export const listCommissionLines = route({
  method: 'GET',
  path: '/api/admin/commission-lines/',
  summary: 'Commission lines of the administrator’s sites, newest first',
  access: 'commissions.administer',
  reads: { what: 'list' },
  query: z.object({
    person_id: UserIdInPath.optional(),
    domain_id: DomainIdInPath.optional(),
    /** Lines with an open question, also those that are paid or in a run. */
    dispute: z.enum(['open'], 'Choose open, or leave it out.').optional(),
    /** Unpaid lines before or from the day on which they fall due, also those that are asked about or in a run. */
    owed: z.enum(['held', 'payable', 'all'], 'Choose held, payable or all, or leave it out.').optional(),
    /** The month in which lines fall due. */
    due: MonthInPath.optional(),
    ...lineFilters,
  }),
  answer: z.object({ results: z.array(CommissionLine), ...counted }),
  inPerson: true,
});

/** Dollars with a sign, as cents. */
const signedDollars = (label: string) =>
  z
    .union([z.number(`${label} is required.`), z.string(`${label} is required.`).trim()], `${label} is required.`)
    .transform((written) => {
      const isNegative = String(written).startsWith('-');
      const cents = centsFrom(typeof written === 'number' ? Math.abs(written) : written.replace(/^-/, ''));
      return cents === null ? null : isNegative ? -cents : cents;
    })
    .pipe(
      z.number('Enter dollars and cents, at most 1,000,000.00.').refine((cents) => cents !== 0, 'Enter an amount.'),
    );

/** Also the answer to a question, which is the reason of its adjustment. */
const Reason = withoutCardNumber(requiredText('Reason', 1_000)).refine(
  (reason) => reason.length >= 5,
  'At least 5 characters.',
);

export const adjustCommission = route({
  method: 'POST',
  path: '/api/admin/commission-adjustments/',
  summary: 'Add an amount to what a person is owed, or take it away, with a reason',
  access: 'commissions.administer',
  reads: { what: 'list' },
  body: z.object({
    domain_id: DomainId,
    person_id: UserId,
    amount: signedDollars('Amount'),
    reason: Reason,
    line_id: orEmpty(CommissionLineId, 'Choose a line.').default(null),
  }),
  answer: CommissionLine,
  inPerson: true,
  refusals: { not_a_payee: refusal(409, 'This person has no seat in sales on this site.') },
});

/** A line as its payee sees it: a patient is a number (S-20). */
export const OwnCommissionLine = z.object({ ...lineFields, patient: z.string(), may: z.array(z.enum(['ask'])) });
export type OwnCommissionLine = z.infer<typeof OwnCommissionLine>;

export const listOwnCommissions = route({
  method: 'GET',
  path: '/api/v1/commissions/own/',
  summary: 'One’s own commission: totals, twelve months and the lines, newest first',
  access: 'commissions.own',
  reads: { what: 'transaction', subjects: (_, { userId }) => [userId] },
  query: z.object(lineFilters),
  answer: z.object({
    totals: z.object({
      held: z.number(),
      payable: z.number(),
      in_run: z.number(),
      paid: z.number(),
      /** What is owed in all. */
      balance: z.number(),
    }),
    months: z.array(z.object({ month: Month, earned: z.number(), paid: z.number() })),
    /** Of the first line; statements begin with it. */
    first_month: Month.nullable(),
    results: z.array(OwnCommissionLine),
    ...counted,
  }),
});

const ofMonth = z.object({ user_id: UserIdInPath, month: MonthInPath });

export const CommissionStatement = z.object({
  person: Person,
  month: Month,
  site: z.string(),
  opening: z.number(),
  lines: z.array(
    z.object({
      id: CommissionLineId,
      day: z.iso.date(),
      transaction_id: TransactionId.nullable(),
      words: z.string(),
      arithmetic: z.string(),
      amount: z.number(),
    }),
  ),
  /** What was paid is negative; what was taken back of it is positive. */
  payments: z.array(z.object({ day: z.iso.date(), words: z.string(), amount: z.number() })),
  closing: z.number(),
});
export type CommissionStatement = z.infer<typeof CommissionStatement>;

export const readCommissionStatement = route({
  method: 'GET',
  path: '/api/v1/commissions/:user_id/statements/:month/',
  summary: 'The statement of a month: opening balance, lines, payments and closing balance',
  access: 'commissions.statements',
  reads: { what: 'transaction', subjects: (_answer, { params }) => [params.user_id] },
  params: ofMonth,
  answer: CommissionStatement,
});

export const statementCsvColumns = ['day', 'kind', 'transaction', 'words', 'arithmetic', 'amount', 'balance'] as const;

export const exportCommissionStatement = route({
  method: 'GET',
  path: '/api/v1/commissions/:user_id/statements/:month/csv/',
  summary: 'The statement of a month as a CSV file',
  access: 'commissions.statements',
  reads: { what: 'transaction' },
  params: ofMonth,
});

/** The press makes one paper at a time: a longer one would hold up the papers of patients. */
export const STATEMENT_PDF_ROWS_MAX = 5_000;

export const printCommissionStatement = route({
  method: 'GET',
  path: '/api/v1/commissions/:user_id/statements/:month/pdf/',
  summary: 'The statement of a month as a PDF file',
  access: 'commissions.statements',
  reads: { what: 'transaction' },
  params: ofMonth,
  refusals: {
    too_long_to_print: refusal(409, 'This month has more than 5,000 rows, too many for a PDF. Download it as CSV.'),
  },
});

const Words = withoutCardNumber(requiredText('Text', 2_000));

/** A list of lines carries their questions with them. The answer that closes a question may come on top. */
export const DISPUTE_MESSAGES_MAX = 50;

export const disputeCommissionLine = route({
  method: 'POST',
  path: '/api/v1/commission-lines/:id/dispute/',
  summary: 'Ask about a line of one’s own; no payout run takes it until the answer',
  access: 'commissions.own',
  params: z.object({ id: CommissionLineIdInPath }),
  body: z.object({ text: Words }),
  answer: Dispute,
  inPerson: true,
  refusals: {
    dispute_open: refusal(409, 'You have asked about this line already.'),
    not_a_payee: refusal(409, 'The house keeps this line, so nothing is owed by it.'),
  },
});

const disputeClosed = refusal(409, 'This question has been answered already.');

export const addDisputeMessage = route({
  method: 'POST',
  path: '/api/v1/commission-disputes/:id/messages/',
  summary: 'Write about a line that is asked about',
  access: 'commissions.discuss',
  params: z.object({ id: DisputeIdInPath }),
  body: z.object({ text: Words }),
  answer: Dispute,
  inPerson: true,
  refusals: {
    dispute_closed: disputeClosed,
    too_many_messages: refusal(
      409,
      `A question takes at most ${DISPUTE_MESSAGES_MAX} messages. An administrator has to answer it now.`,
    ),
  },
});

export const closeCommissionDispute = route({
  method: 'POST',
  path: '/api/admin/commission-disputes/:id/close/',
  summary: 'Answer a question: the line is kept, or adjusted by an amount',
  access: 'commissions.administer',
  params: z.object({ id: DisputeIdInPath }),
  body: z
    .object({
      outcome: z.enum(['kept', 'adjusted'], 'Choose one of both.'),
      amount: signedDollars('Amount').optional(),
      text: Reason,
    })
    .refine(({ outcome, amount }) => (outcome === 'adjusted') === (amount !== undefined), {
      path: ['amount'],
      message: 'Enter the amount of an adjustment, and none where the line is kept.',
    }),
  answer: Dispute,
  inPerson: true,
  refusals: { dispute_closed: disputeClosed },
});
