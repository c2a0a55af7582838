import { formatCents } from '@vialkeep/contract/kernel/money.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { queueEmailLast } from '../../kernel/mail/outbox.ts';
import { targetWords, wordsOf } from './refunds.present.ts';
import type { RefundRow } from './refunds.queries.ts';

export const REFUND_RECEIPT = 'refund_receipt';

type Receipt = { readonly site: Domain; readonly refund: RefundRow; readonly email: string };

/** Queues the receipt in the transaction that ends the refund, so that each refund has exactly one. */
export function queueRefundReceipt(work: Work, { site, refund, email }: Receipt): void {
  queueEmailLast(work, {
    from: site,
    to: { userId: null, email },
    kind: REFUND_RECEIPT,
    subject: `Refund #${refund.id} of ${formatCents(refund.cents)}, ${targetOf(refund)}`,
    heading: 'Your refund',
    paragraphs: [
      `Amount ${formatCents(refund.cents)}`,
      wordsOf(refund),
      `${beginSentence(targetOf(refund))}, refund #${refund.id}`,
    ],
  });
}

function targetOf(refund: RefundRow): string {
  return refund.transaction_id === null ? `storage invoice ${targetWords(refund)}` : targetWords(refund);
}

function beginSentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
