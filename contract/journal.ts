import { z } from 'zod';
import { DomainIdInPath, TransactionId, TransactionIdInPath, UserId, UserIdInPath } from './kernel/ids.ts';
import { paging } from './kernel/paging.ts';
import { route } from './kernel/route.ts';

export const JOURNAL_ENTRIES_PER_PAGE = 50;

/** The accounts of the journal, in the order of a trial balance. */
export const journalAccounts = {
  1000: 'Card receipts in transit',
  1010: 'Bank',
  2000: 'Commission payable',
  2100: 'Deferred storage revenue',
  4000: 'Product revenue',
  4010: 'Shipping revenue',
  4020: 'Storage revenue',
  4900: 'Discounts',
  4910: 'Refunds',
  4920: 'Chargebacks',
  5000: 'Commission expense',
  5900: 'Differences written off',
} as const;
export type AccountCode = keyof typeof journalAccounts;

/** What an entry stands for, in words. */
export const journalKinds = {
  sale: 'Sale',
  settled: 'Settled batch',
  refund: 'Refund',
  chargeback: 'Chargeback',
  commission: 'Commission',
  payout: 'Payout',
  storage: 'Storage payment',
  recognised: 'Recognised month',
  write_off: 'Write-off',
} as const;
export type JournalKind = keyof typeof journalKinds;

/** The name of an account. */
export function accountName(code: number): string {
  return new Map<string, string>(Object.entries(journalAccounts)).get(String(code)) ?? '';
}

// PostgreSQL has no year 0.
const day = z.iso
  .date('Must be a day such as 2026-11-05.')
  .refine((written) => written >= '0001', 'Must be a day such as 2026-11-05.');
const range = { from: day.optional(), to: day.optional(), domain_id: DomainIdInPath.optional() };

/** All accounts of revenue, less discounts, refunds and chargebacks. */
export const REVENUE_ACCOUNTS = 'revenue' as const;

const AccountInQuery = z
  .enum([...Object.keys(journalAccounts), REVENUE_ACCOUNTS], 'Choose an account.')
  .transform((account) => (account === REVENUE_ACCOUNTS ? REVENUE_ACCOUNTS : Number(account)));

const KindInQuery = z.enum(
  // @NOTE `Object.keys` loses the names of the keys.
  Object.keys(journalKinds) as [JournalKind, ...JournalKind[]],
  'Choose a kind.',
);

const filters = {
  ...range,
  account: AccountInQuery.optional(),
  kind: KindInQuery.optional(),
  person_id: UserIdInPath.optional(),
  transaction_id: TransactionIdInPath.optional(),
};

export const JournalLine = z.object({
  account: z.number().int(),
  account_name: z.string(),
  /** Dollars; one of both is 0. */
  debit: z.number(),
  credit: z.number(),
  person_id: UserId.nullable(),
  transaction_id: TransactionId.nullable(),
  product_id: z.number().int().nullable(),
});

export const JournalEntry = z.object({
  id: z.number().int(),
  site: z.string(),
  day: z.iso.date(),
  kind: z.string(),
  /** Names the event; no two entries have the same. */
  key: z.string(),
  memo: z.string(),
  lines: z.array(JournalLine),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

export const listJournal = route({
  method: 'GET',
  path: '/api/admin/journal/',
  summary: 'The entries of the journal with their lines, newest first',
  access: 'journal.read',
  query: z.object({ ...filters, ...paging(JOURNAL_ENTRIES_PER_PAGE) }),
  answer: z.object({
    results: z.array(JournalEntry),
    count: z.number().int(),
    /** False where more entries name the person than are counted. */
    count_is_exact: z.boolean(),
  }),
  inPerson: true,
});

export const AccountBalance = z.object({
  code: z.number().int(),
  name: z.string(),
  debit: z.number(),
  credit: z.number(),
  /** Debit less credit. */
  balance: z.number(),
});
export type AccountBalance = z.infer<typeof AccountBalance>;

export const readBalances = route({
  method: 'GET',
  path: '/api/admin/journal/balances/',
  summary: 'The trial balance of a range of days',
  access: 'journal.read',
  query: z.object(range),
  answer: z.object({ accounts: z.array(AccountBalance), total_debit: z.number(), total_credit: z.number() }),
  inPerson: true,
});

export const journalCsvColumns = [
  'day',
  'entry',
  'kind',
  'account_code',
  'account',
  'debit',
  'credit',
  'person',
  'transaction',
  'product',
  'memo',
] as const;

export const exportJournal = route({
  method: 'GET',
  path: '/api/admin/journal/export-csv/',
  summary: 'The lines of the journal as a CSV file, with their total in the last row',
  access: 'journal.read',
  reads: { what: 'export' },
  query: z.object(filters),
  inPerson: true,
  stepUp: true,
});
