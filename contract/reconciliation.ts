import { z } from 'zod';
import { withoutCardNumber } from './card-number.ts';
import { ANOTHER_ADMINISTRATOR, fourEyesRefusals } from './four-eyes.ts';
import { ReconciliationItemId, ReconciliationItemIdInPath, RefundId, TransactionId } from './kernel/ids.ts';
import { formatCents } from './kernel/money.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText } from './kernel/text.ts';

export const DIFFERENCES_PER_PAGE = 25;
export const RUNS_PER_PAGE = 10;

/** What is in the books and not at the card payment provider after so many days is a difference. */
export const EXPECTED_WITHIN_DAYS = 3;

export const DifferenceKind = z.enum([
  'not_in_our_books',
  'not_at_gateway',
  'amount_differs',
  'state_differs',
  'chargeback',
]);
export type DifferenceKind = z.infer<typeof DifferenceKind>;

export const DifferenceState = z.enum(['open', 'resolved']);
export type DifferenceState = z.infer<typeof DifferenceState>;

/** How an administrator resolves a difference. */
export const ResolveHow = z.enum(['give_back', 'chargeback', 'write_off', 'explained'], 'Choose how.');
export type ResolveHow = z.infer<typeof ResolveHow>;

export const ReconciliationRun = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  from_day: z.iso.date(),
  to_day: z.iso.date(),
  state: z.enum(['running', 'done', 'failed']),
  /** Transactions of the card payment provider that agree with the books; null for a site, because they are of every site. */
  matched: z.number().int().nullable(),
  /** Differences that were open after the run; null for a site. */
  differences: z.number().int().nullable(),
  /** Why it failed. */
  message: z.string(),
});
export type ReconciliationRun = z.infer<typeof ReconciliationRun>;

export const Difference = z.object({
  id: ReconciliationItemId,
  /** Null where it belongs to no site. */
  site: z.string().nullable(),
  kind: DifferenceKind,
  about: z.enum(['charge', 'refund']),
  /** The card payment provider’s number of the charge or refund. */
  gateway_id: z.string(),
  transaction_id: TransactionId.nullable(),
  refund_id: RefundId.nullable(),
  /** Dollars; null where one of the two has nothing, negative for what was given back. */
  ours: z.number().nullable(),
  theirs: z.number().nullable(),
  /** The batch in which it settled, and the day of the card payment provider’s transaction. */
  batch: z.string().nullable(),
  gateway_day: z.iso.date().nullable(),
  state: DifferenceState,
  /** What differs, or what became of it, in a sentence. */
  words: z.string(),
  how: z.enum([...ResolveHow.options, 'by_itself']).nullable(),
  note: z.string(),
  /** The usernames of the administrators. */
  requested_by: z.string().nullable(),
  resolved_by: z.string().nullable(),
  opened_at: z.iso.datetime(),
  resolved_at: z.iso.datetime().nullable(),
  may: z.array(ResolveHow),
});
export type Difference = z.infer<typeof Difference>;

export type DifferenceFacts = {
  readonly kind: DifferenceKind;
  readonly about: 'charge' | 'refund';
  readonly ours_cents: number | null;
  readonly theirs_cents: number | null;
  readonly state: 'open' | 'begun' | 'resolved';
  readonly how: z.infer<typeof Difference>['how'];
  readonly message: string;
  readonly isRequested: boolean;
};

const GIVING_BACK = 'We do not know yet whether it was given back. It is being looked up.';

/** A difference in a sentence: what it waits for, what became of it, or what differs. */
export function differenceWords(facts: DifferenceFacts): string {
  if (facts.state === 'begun') return GIVING_BACK;
  if (facts.state === 'resolved') return resolvedWords[facts.how ?? 'explained'];
  const words = facts.message === '' ? openWords(facts) : `${openWords(facts)} ${facts.message}`;
  return facts.isRequested ? `${words} ${ANOTHER_ADMINISTRATOR}` : words;
}

const resolvedWords = {
  give_back: 'It was given back to the card.',
  chargeback: 'It is recorded as a chargeback.',
  write_off: 'It was written off.',
  explained: 'It was explained.',
  by_itself: 'It came right by itself.',
} as const;

function openWords({ kind, about, ours_cents, theirs_cents }: DifferenceFacts): string {
  const ours = formatCents(Math.abs(ours_cents ?? 0));
  const theirs = formatCents(Math.abs(theirs_cents ?? 0));
  const isRefund = about === 'refund';
  if (kind === 'chargeback') return `The bank of the card took ${theirs} back.`;
  if (kind === 'not_in_our_books') {
    return isRefund
      ? `The card payment provider gave ${theirs} back, and the books know nothing of it.`
      : `The card payment provider charged ${theirs}, and the books know nothing of it.`;
  }
  if (kind === 'not_at_gateway') {
    const what = isRefund ? 'refund' : 'charge';
    return `The books have a ${what} of ${ours} that the card payment provider does not have.`;
  }
  if (kind === 'amount_differs') return `The books say ${ours}, the card payment provider says ${theirs}.`;
  if (isRefund) return `The books say that ${ours} was given back; the card payment provider has not done it.`;
  return ours_cents === 0
    ? `The books say that the charge was cancelled; the card payment provider has taken ${theirs}.`
    : `The books say that ${ours} was charged; the card payment provider has not taken it.`;
}

export const listReconciliations = route({
  method: 'GET',
  path: '/api/admin/reconciliations/',
  summary: 'Comparisons of the books with the card payment provider, newest first',
  access: 'reconciliation.administer',
  inPerson: true,
  query: z.object(paging(RUNS_PER_PAGE)),
  answer: pageOf(ReconciliationRun).extend({ may: z.array(z.enum(['run'])) }),
});

export const runReconciliation = route({
  method: 'POST',
  path: '/api/admin/reconciliations/run/',
  summary: 'Compare the books with the card payment provider now',
  access: 'reconciliation.run',
  inPerson: true,
  answer: ReconciliationRun,
  refusals: { run_under_way: refusal(409, 'A comparison is under way.') },
});

export const listDifferences = route({
  method: 'GET',
  path: '/api/admin/reconciliation-items/',
  summary: 'Differences between the books and the card payment provider, newest first',
  access: 'reconciliation.administer',
  inPerson: true,
  query: z.object({ state: DifferenceState.optional(), ...paging(DIFFERENCES_PER_PAGE) }),
  answer: pageOf(Difference),
});

export const resolveDifference = route({
  method: 'POST',
  path: '/api/admin/reconciliation-items/:id/resolve/',
  summary: 'Resolve a difference: give it back, record a chargeback, write it off or explain it',
  access: 'reconciliation.administer',
  inPerson: true,
  params: z.object({ id: ReconciliationItemIdInPath }),
  body: z.object({
    how: ResolveHow,
    note: withoutCardNumber(requiredText('Note', 1_000)).refine(
      (note) => [...note].length >= 5,
      'At least 5 characters.',
    ),
  }),
  answer: Difference,
  refusals: {
    already_resolved: refusal(409, 'This difference is resolved already.'),
    not_this_way: refusal(409, 'This difference cannot be resolved this way.'),
    ...fourEyesRefusals,
    refund_under_way: refusal(409, 'A refund of this transaction is under way.'),
    too_old: refusal(
      409,
      'The card payment provider refunds for 120 days. Pay it back another way and explain it here.',
    ),
  },
});
