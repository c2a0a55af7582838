import { z } from 'zod';
import { withoutCardNumber } from './card-number.ts';
import { PatientDocumentKind } from './documents.ts';
import { DomainIdInPath, TransactionId, TransactionIdInPath, UserId, UserIdInPath, Version } from './kernel/ids.ts';
import { dollars } from './kernel/money.ts';
import { orEmpty } from './kernel/or-empty.ts';
import { paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText, text } from './kernel/text.ts';
import { LabelOfClinic } from './labels.ts';
import { ProductId, ProductIdInPath } from './products.ts';
import { Quantity } from './quote.ts';

export const TRANSACTIONS_PER_PAGE = 10;

/** Shorter search texts are ignored. */
export const SEARCHED_FROM = 4;

/** Amounts are dollars, as everywhere on the wire. */
const Sold = {
  id: TransactionId,
  date: z.iso.datetime(),
  quantity: z.number().int(),
  amount: z.number(),
  /** Empty and 0 where no coupon was used. */
  coupon_code_used: z.string(),
  coupon_code_amount: z.number(),
};

/** One row of the administrators' list, flat as documented. */
export const ListedTransaction = z.object({
  ...Sold,
  domain: z.string(),
  harvest_center: UserId.nullable(),
  hc: z.string(),
  referral_harvest_center: UserId.nullable(),
  rhc: z.string(),
  hc_staff_desc: z.string(),
  patient: UserId.nullable(),
  patient_desc: z.string(),
  sales_rep: UserId.nullable(),
  sales_rep_desc: z.string(),
  sales_manager_id: UserId.nullable(),
  sales_manager_desc: z.string(),
  sales_distributor_id: UserId.nullable(),
  sales_distributor_desc: z.string(),
  product: z.string(),
  commission_paid: z.boolean(),
  /** The card payment provider's id; null where nothing was charged. */
  transaction_id: z.string().nullable(),
});
export type ListedTransaction = z.infer<typeof ListedTransaction>;

/** 'YYYY-M-D' as documented clients write it; parsed to 'YYYY-MM-DD'. */
const DayInQuery = z
  .string()
  .regex(/^\d{4}-\d{1,2}-\d{1,2}$/, 'Enter a date as YYYY-MM-DD.')
  .transform((day) => day.replace(/-(\d)(?=-|$)/g, '-0$1'))
  // The database has no year 0.
  .pipe(z.iso.date('There is no such date.').refine((day) => day >= '0001', 'There is no such date.'));

const TransactionFilters = z.object({
  sales_rep_id: UserIdInPath.optional(),
  sales_manager_id: UserIdInPath.optional(),
  sales_distributor_id: UserIdInPath.optional(),
  harvest_center_id: UserIdInPath.optional(),
  referral_harvest_center_id: UserIdInPath.optional(),
  patient_id: UserIdInPath.optional(),
  domain_id: DomainIdInPath.optional(),
  product_id: ProductIdInPath.optional(),
  date_after: DayInQuery.optional(),
  date_before: DayInQuery.optional(),
  search: text(100).optional(),
  /** Not in the documented API: the filter behind the tile of unpaid commissions. */
  commission_paid: z
    .enum(['true', 'false'])
    .transform((given) => given === 'true')
    .optional(),
});

const WRONG_WAY_ROUND = 'The range ends before it begins.';

type Range = { date_after?: string | undefined; date_before?: string | undefined };

const inOrder = ({ date_after, date_before }: Range) =>
  date_after === undefined || date_before === undefined || date_after <= date_before;

const aboutRange = { path: ['date_before'], message: WRONG_WAY_ROUND };

export const listTransactions = route({
  method: 'GET',
  path: '/api/admin/transactions/',
  summary: 'Transactions, newest first, 10 at a time, with the total of all that the filters leave',
  access: 'transactions.list',
  reads: { what: 'list' },
  query: TransactionFilters.extend(paging(TRANSACTIONS_PER_PAGE)).refine(inOrder, aboutRange),
  answer: z.object({
    count: z.number().int(),
    total_amount: z.number(),
    results: z.array(ListedTransaction),
  }),
});

/** Documented clients send `?&offset=0`; an export is always complete (C-39). */
const exportRoute = <const Path extends `/${string}`>(path: Path, summary: string) =>
  route({
    method: 'GET',
    path,
    summary,
    access: 'transactions.list',
    reads: { what: 'export' },
    stepUp: true,
    query: TransactionFilters.extend({ offset: text(20).optional() }).refine(inOrder, aboutRange),
  });

export const exportTransactionsCsv = exportRoute(
  '/api/admin/transactions/export-csv/',
  'All filtered transactions as a CSV file',
);
export const exportTransactionsXlsx = exportRoute(
  '/api/admin/transactions/export-xlsx/',
  'All filtered transactions as an XLSX file',
);

const about = z.object({ id: TransactionIdInPath });

/** The fields that a correction can change, by their names on the wire. */
const Corrected = z.object({
  product_id: z.number().int(),
  quantity: z.number().int(),
  amount: z.number(),
  harvest_center: z.number().int().nullable(),
  referral_harvest_center: z.number().int().nullable(),
  sales_rep: z.number().int().nullable(),
  sales_manager_id: z.number().int().nullable(),
  sales_distributor_id: z.number().int().nullable(),
  patient: z.number().int().nullable(),
  commission_paid: z.boolean(),
});

/** One correction: the administrator, the time, the reason and the changed values (T36). */
export const TransactionChange = z.object({
  note: z.string(),
  date: z.iso.datetime(),
  by: z.string(),
  before: Corrected.partial(),
  after: Corrected.partial(),
});
export type TransactionChange = z.infer<typeof TransactionChange>;

const Person = z.object({ id: UserId, name: z.string() });

export const TransactionDetail = z.object({
  id: TransactionId,
  date: z.iso.datetime(),
  product_id: ProductId,
  quantity: z.number().int(),
  amount: z.number(),
  harvest_center: UserId.nullable(),
  referral_harvest_center: UserId.nullable(),
  sales_rep: UserId.nullable(),
  patient: UserId.nullable(),
  commission_paid: z.boolean(),
  transaction_history: z.array(TransactionChange),
  transaction_id: z.string().nullable(),
  /** The e-signature template of the purchase: the staff member's, or else the center's (S-07). */
  template_id: z.string().nullable(),
  /** The people that the transaction names, for a form that shows names. */
  people: z.array(Person),
  domain_id: z.number().int(),
  /** Increases with every correction; the form sends back the version that it was filled from. */
  version: z.number().int(),
});
export type TransactionDetail = z.infer<typeof TransactionDetail>;

export const readTransaction = route({
  method: 'GET',
  path: '/api/admin/transactions/:id/',
  summary: 'One transaction with its corrections',
  access: 'transactions.edit',
  reads: { what: 'transaction', subjects: ({ patient }) => [patient] },
  params: about,
  answer: TransactionDetail,
});

export const TransactionChanges = z.object({
  product_id: ProductId,
  quantity: Quantity,
  amount: dollars('Amount'),
  harvest_center: orEmpty(UserId),
  referral_harvest_center: orEmpty(UserId),
  sales_rep: orEmpty(UserId),
  patient: orEmpty(UserId),
  commission_paid: z.boolean(),
});

/** A correction changes what the transaction counts for, never what was charged (T36). */
export const updateTransaction = route({
  method: 'PATCH',
  path: '/api/admin/transactions/:id/',
  summary: 'Correct a transaction, with a note that says why',
  access: 'transactions.edit',
  reads: { what: 'transaction', subjects: ({ patient }) => [patient] },
  params: about,
  body: TransactionChanges.partial().extend({
    transaction_note: withoutCardNumber(requiredText('Transaction update note', 1_000)),
    version: Version.optional(),
  }),
  answer: TransactionDetail,
  refusals: {
    changed_meanwhile: refusal(409, 'Somebody else changed this transaction. Look at the new values and save again.'),
    paid_in_run: refusal(409, 'A payout run has paid this. Return the payment there.'),
  },
});

/** Card and account numbers in it are masked (S-39). */
export const readProviderDetails = route({
  method: 'GET',
  path: '/api/admin/transactions/:id/authorize-details/',
  summary: 'What the card payment provider knows of a transaction',
  access: 'transactions.provider_details',
  reads: { what: 'transaction' },
  params: about,
  answer: z.looseObject({ transaction_id: z.string().nullable() }),
  refusals: {
    nothing_charged: refusal(400, 'No transactionAuthorizeId available - cannot fetch authorized details'),
    not_known: refusal(409, 'No data returned from the server'),
    provider_unavailable: refusal(503, 'Failed to fetch authorized transaction details'),
  },
});

const Named = z.object({ id: UserId, first_name: z.string(), last_name: z.string() });
const Center = z.object({ id: UserId, company: z.string() });

/** A center's own purchase in its history. */
export const CenterTransaction = z.object({
  ...Sold,
  product: z.array(z.object({ name: z.string() })),
  patient: z.array(Named.extend({ email: z.string(), date_joined: z.iso.datetime() })),
  hc_staff_desc: z.array(Named),
  referral_harvest_center: z.array(Center),
  patient_documents: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      kind: PatientDocumentKind,
      status: z.string(),
      document_id: z.string(),
      has_supplement: z.boolean().optional(),
    }),
  ),
  /** The label that was requested for it; one at most. */
  fedex_request: z.array(LabelOfClinic),
});
export type CenterTransaction = z.infer<typeof CenterTransaction>;

const ofAccount = z.object({ id: UserIdInPath });

export const listCenterTransactions = route({
  method: 'GET',
  path: '/api/v1/harvest-centers/:id/transactions-history/',
  summary: 'What was bought for a center, newest first',
  access: 'transactions.of_center',
  reads: { what: 'list' },
  params: ofAccount,
  answer: z.array(CenterTransaction),
});

/** The rows of the screen on which centers request labels (U-14). */
export const listCenterProcessingFees = route({
  method: 'GET',
  path: '/api/v1/harvest-centers/:id/transactions-history/processing-fee/',
  summary: 'The processing fees paid for a center’s patients',
  access: 'transactions.of_center',
  reads: { what: 'list' },
  params: ofAccount,
  answer: z.array(CenterTransaction),
});

export const listReferralProcessingFees = route({
  method: 'GET',
  path: '/api/v1/rhc-association/:id/transactions-history/processing-fee/',
  summary: 'The processing fees a referral center paid',
  access: 'transactions.of_referral_center',
  reads: { what: 'list' },
  params: ofAccount,
  answer: z.array(CenterTransaction),
});

/** Sales plans see only the number of a patient (S-20). */
export const SalesTransaction = z.object({
  ...Sold,
  patient: z.array(z.object({ id: UserId })),
  harvest_center: z.array(Center),
  referral_harvest_center: z.array(Center),
  hc_staff_desc: z.array(Named),
  product: z.array(z.object({ name: z.string() })),
  /** The sales chain at the time of the sale. */
  sales_rep: z.array(Named.extend({ sales_manager: z.array(Named) })),
});
export type SalesTransaction = z.infer<typeof SalesTransaction>;

const salesRoute = <const Path extends `/${string}`>(path: Path, access: `${string}.${string}`, summary: string) =>
  route({
    method: 'GET',
    path,
    summary,
    access,
    reads: { what: 'list' },
    params: ofAccount,
    answer: z.array(SalesTransaction),
  });

export const listRepTransactions = salesRoute(
  '/api/v1/sales-rep/:id/my-transactions/',
  'transactions.of_rep',
  'What a sales rep sold, newest first',
);
/** The path says rep, but the id is the manager’s (U-18). */
export const listManagerTransactions = salesRoute(
  '/api/v1/sales-rep/:id/team-transactions/',
  'transactions.of_manager',
  'What a sales manager’s team sold, newest first',
);
export const listDistributorTransactions = salesRoute(
  '/api/v1/sales-distributors/:id/team-transactions/',
  'transactions.of_distributor',
  'What a distributor’s teams sold, newest first',
);

/** YYYY-MM */
const Month = z.string().regex(/^\d{4}-\d\d$/);

export const MONTHS_SHOWN = 12;

/** The last 12 months by product, for the charts of administrators. */
export const readRevenue = route({
  method: 'GET',
  path: '/api/admin/transactions/revenue/',
  summary: 'What was sold in each of the last 12 months, by product, and of how much the commission is unpaid',
  access: 'transactions.list',
  query: z.object({ domain_id: DomainIdInPath.optional() }),
  answer: z.object({
    months: z.array(Month),
    sold: z.array(
      z.object({
        month: Month,
        product_id: ProductId,
        product: z.string(),
        count: z.number().int(),
        amount: z.number(),
        unpaid_amount: z.number(),
      }),
    ),
    /** Over all time. */
    unpaid: z.object({ count: z.number().int(), amount: z.number() }),
  }),
});
export type Revenue = z.infer<(typeof readRevenue)['answer']>;

/** The totals for the dashboards of sales plans. */
export const readSales = route({
  method: 'GET',
  path: '/api/v1/sales-team/:id/sales/',
  summary:
    'What the sales of a person came to in each of the last 12 months: a rep’s by product, a manager’s by rep, a distributor’s by manager',
  access: 'transactions.own_sales',
  reads: { what: 'list', subjects: ({ by, parts }) => (by === 'product' ? [] : parts.map(({ id }) => id || null)) },
  params: ofAccount,
  answer: z.object({
    by: z.enum(['product', 'rep', 'manager']),
    months: z.array(Month),
    sold: z.array(z.object({ month: Month, part: z.number().int(), count: z.number().int(), amount: z.number() })),
    /**
     * The present team and the users who sold in these months; `last` is the day of the last sale. Part 0 is the sales
     * without a user.
     */
    parts: z.array(z.object({ id: z.number().int(), name: z.string(), last: z.iso.date().nullable() })),
  }),
});
export type Sales = z.infer<(typeof readSales)['answer']>;
