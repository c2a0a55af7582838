import type { ProductOption } from '@vialkeep/contract/products.ts';
import type { TransactionChange, TransactionDetail } from '@vialkeep/contract/transactions.ts';
import { formatDollars } from '../../ui/display/formats.ts';
import { transactionsTexts } from './transactions.texts.ts';

const texts = transactionsTexts.form;

const labels = {
  product_id: texts.product,
  quantity: texts.quantity,
  amount: texts.amount,
  harvest_center: texts.center,
  referral_harvest_center: texts.referral,
  sales_rep: texts.rep,
  sales_manager_id: texts.manager,
  sales_distributor_id: texts.distributor,
  patient: texts.patient,
  commission_paid: texts.commission,
} as const;

type Values = TransactionChange['before'];
type Line = { label: string; from: string; to: string };

/** The fields that a correction changed, with formatted values. */
export function changeLines(before: Values, after: Values, products: readonly ProductOption[]): Line[] {
  // @NOTE Object.keys returns string[].
  return (Object.keys(labels) as (keyof typeof labels)[])
    .filter((name) => name in before && before[name] !== after[name])
    .map((name) => ({
      label: labels[name],
      from: wordOf(name, before[name], products),
      to: wordOf(name, after[name], products),
    }));
}

/** What another user changed between two loaded versions. */
export function changedFields(known: TransactionDetail, fresh: TransactionDetail, products: readonly ProductOption[]) {
  return changeLines(shownOf(known), shownOf(fresh), products);
}

function shownOf(transaction: TransactionDetail): Values {
  const { product_id, quantity, amount, harvest_center, referral_harvest_center, sales_rep, patient, commission_paid } =
    transaction;
  return { product_id, quantity, amount, harvest_center, referral_harvest_center, sales_rep, patient, commission_paid };
}

function wordOf(name: keyof typeof labels, value: Values[keyof Values], products: readonly ProductOption[]): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? transactionsTexts.yes : transactionsTexts.no;
  if (name === 'amount') return formatDollars(value);
  if (name === 'quantity') return String(value);
  if (name === 'product_id') return products.find((product) => product.value === value)?.label ?? `#${value}`;
  return `#${value}`;
}
