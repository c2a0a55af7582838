import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { ProductId } from '@vialkeep/contract/products.ts';
import { TransactionChanges, type TransactionDetail, updateTransaction } from '@vialkeep/contract/transactions.ts';
import { z } from 'zod';
import { buildNumberShape } from '../../ui/form/state/number-shape.ts';

/** The contract's changes in form shape: a number may be empty. */
export const TransactionValues = z.object({
  product_id: ProductId,
  quantity: buildNumberShape(TransactionChanges.shape.quantity),
  amount: buildNumberShape(TransactionChanges.shape.amount),
  harvest_center: UserId.nullable(),
  referral_harvest_center: UserId.nullable(),
  sales_rep: UserId.nullable(),
  patient: UserId.nullable(),
  commission_paid: z.boolean(),
  transaction_note: updateTransaction.body.shape.transaction_note,
});
export type TransactionValues = z.input<typeof TransactionValues>;

export function buildTransactionValues(transaction: TransactionDetail): TransactionValues {
  const { product_id, quantity, amount, harvest_center, referral_harvest_center, sales_rep, patient, commission_paid } =
    transaction;
  const people = { harvest_center, referral_harvest_center, sales_rep, patient };
  return { product_id, quantity, amount, ...people, commission_paid, transaction_note: '' };
}

export function bodyOf(values: TransactionValues, { version }: TransactionDetail) {
  return { ...values, quantity: values.quantity ?? 0, amount: values.amount ?? 0, version };
}

/** Reapplies the user's unsaved changes to a newer version. */
export function mergedValues(
  now: TransactionValues,
  known: TransactionDetail,
  fresh: TransactionDetail,
): TransactionValues {
  const before = new Map(Object.entries(buildTransactionValues(known)));
  const changed = Object.entries(now).filter(([field, value]) => value !== before.get(field));
  return { ...buildTransactionValues(fresh), ...Object.fromEntries(changed) };
}
