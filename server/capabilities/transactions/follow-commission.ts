import { updateTransaction } from '@vialkeep/contract/transactions.ts';
import type { Work } from '../../kernel/db/db.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import {
  correctLines,
  earnEarlierSale,
  findPayment,
  isCommissioned,
  payByHand,
  postLines,
} from '../commissions/index.ts';

/**
 * Before a correction, a sale whose lines the backlog has not written yet gets those of its present values. Returns these
 * lines, which are not posted yet; null where the site pays no commissions and the sale has no lines.
 */
export async function prepareCommission(work: Work, id: number): Promise<readonly number[] | null> {
  return (await isCommissioned(work.db, id)) ? earnEarlierSale(work, id) : null;
}

type Correction = {
  /** The lines of `prepareCommission`. */
  readonly prepared: readonly number[];
  readonly before: Corrected;
  readonly after: Corrected;
};

type Corrected = {
  readonly rep_id: number | null;
  readonly product_id: number;
  readonly quantity: number;
  readonly amount_cents: number;
  readonly commission_paid: boolean;
  readonly version: number;
};

/** The values by which lines are computed. */
const terms = ['rep_id', 'product_id', 'quantity', 'amount_cents'] as const;

/**
 * Lets the lines follow a correction that is written already, and the checkbox follow the lines. A form sends the
 * checkbox as it was, so that only a changed one pays or takes back; without lines it is set. Returns the digests of the
 * entries.
 */
export async function followCorrection(
  work: Work,
  id: number,
  { prepared, before, after }: Correction,
): Promise<readonly string[]> {
  const isCorrected = terms.some((term) => before[term] !== after[term]);
  const earned = await postLines(work, prepared);
  const corrected = [...earned, ...(isCorrected ? await correctLines(work, id) : [])];
  const isPaid = after.commission_paid;
  if (isPaid === before.commission_paid) return corrected;
  const { hasLines, paidBy } = await findPayment(work.db, id);
  if (!isPaid && paidBy !== null) {
    const message = `Payout run #${paidBy} has paid this. Return the payment there.`;
    throw refuseBy(updateTransaction, 'paid_in_run', { message, fields: ['commission_paid'] });
  }
  const digest = await payByHand(work, { transactionId: id, isPaid, version: after.version + 1 });
  if (!hasLines) {
    await work.db.updateTable('transactions').set({ commission_paid: isPaid }).where('id', '=', id).execute();
  }
  return digest === null ? corrected : [...corrected, digest];
}
