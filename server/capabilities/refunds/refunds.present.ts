import { cardBrands } from '@vialkeep/contract/card-number.ts';
import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { type Refund, refundWords } from '@vialkeep/contract/refunds.ts';
import { storageInvoiceNumber } from '@vialkeep/contract/storage.ts';
import type { z } from 'zod';
import type { Actor } from '../../kernel/session/actor.ts';
import type { RefundRow } from './refunds.queries.ts';

/** A site's administrators do not see the accounts of the platform. */
const PLATFORM = 'Platform';

export function presentRefund(row: RefundRow, actor: Actor): z.input<typeof Refund> {
  return {
    id: row.id,
    transaction_id: row.transaction_id,
    invoice: row.invoice_id === null ? null : { id: row.invoice_id, number: targetWords(row) },
    site: row.site,
    amount: dollarsOf(row.cents),
    way: row.way,
    reason: row.reason,
    note: row.note,
    return_coupon: row.return_coupon,
    state: row.state,
    words: wordsOf(row),
    requested_by: row.requester ?? PLATFORM,
    approved_by: row.approved_by === null ? null : (row.approver ?? PLATFORM),
    requested_at: row.requested_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
    may: [
      ...(row.state === 'requested' && row.requested_by !== actor.userId ? (['approve'] as const) : []),
      ...(row.state === 'requested' ? (['reject'] as const) : []),
      ...(row.state === 'requested' || row.state === 'waiting' ? (['cancel'] as const) : []),
    ],
  };
}

/** The transaction or invoice as letters and the journal name it. */
export function targetWords({ transaction_id, invoice_number }: RefundRow): string {
  return transaction_id === null ? storageInvoiceNumber(invoice_number ?? 0) : `transaction #${transaction_id}`;
}

/** The sentence of the screen and of the letter. */
export function wordsOf(row: RefundRow): string {
  return refundWords({ ...row, card: presentCard(row) });
}

export function presentCard({ card_brand, card_last4 }: Pick<RefundRow, 'card_brand' | 'card_last4'>) {
  if (card_last4 === '') return null;
  return { card_type: cardBrands.find((brand) => brand === card_brand) ?? ('Card' as const), card_number: card_last4 };
}
