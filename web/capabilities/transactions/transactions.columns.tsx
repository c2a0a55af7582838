import type { ListedTransaction } from '@vialkeep/contract/transactions.ts';
import {
  customColumn,
  dayColumn,
  moneyColumn,
  numberColumn,
  statusColumn,
  textColumn,
} from '../../ui/layout/columns.tsx';
import classes from './transactions.module.css';
import { transactionsTexts } from './transactions.texts.ts';

const texts = transactionsTexts.columns;
type Row = ListedTransaction;

const people = { group: texts.people };
const money = { group: texts.money };
const coupon = { group: texts.coupons };

/** The 16 documented columns; a cell shows its id on hover or focus (F140). */
export const transactionColumns = [
  textColumn<Row>(texts.id, ({ id }) => `#${id}`, { width: 130 }),
  dayColumn<Row>(texts.date, ({ date }) => date, { width: 140 }),
  textColumn<Row>(texts.domain, ({ domain }) => domain, { priority: 3 }),
  createNameColumn(texts.hc, (row) => [row.hc, row.harvest_center]),
  createNameColumn(texts.rhc, (row) => [row.rhc, row.referral_harvest_center], 2),
  textColumn<Row>(texts.staff, ({ hc_staff_desc }) => hc_staff_desc, { ...people, priority: 3 }),
  createNameColumn(texts.patient, (row) => [row.patient_desc, row.patient]),
  createNameColumn(texts.sr, (row) => [row.sales_rep_desc, row.sales_rep]),
  createNameColumn(texts.sm, (row) => [row.sales_manager_desc, row.sales_manager_id], 2),
  createNameColumn(texts.sd, (row) => [row.sales_distributor_desc, row.sales_distributor_id], 2),
  textColumn<Row>(texts.product, ({ product }) => product, money),
  numberColumn<Row>(texts.quantity, ({ quantity }) => quantity, { ...money, width: 70 }),
  moneyColumn<Row>(texts.amount, ({ amount }) => amount, money),
  textColumn<Row>(texts.coupon, ({ coupon_code_used }) => coupon_code_used, { ...coupon, priority: 3 }),
  moneyColumn<Row>(texts.couponAmount, (row) => (row.coupon_code_used ? row.coupon_code_amount : null), {
    ...coupon,
    priority: 3,
  }),
  statusColumn<Row>(
    texts.commission,
    ({ commission_paid }) =>
      commission_paid ? { text: transactionsTexts.yes, tone: 'done' } : { text: transactionsTexts.no, tone: 'failed' },
    money,
  ),
];

function createNameColumn(
  label: string,
  get: (row: Row) => readonly [name: string, id: number | null],
  priority: 1 | 2 = 1,
) {
  return customColumn<Row>(
    label,
    (row) => {
      const [name, id] = get(row);
      return id === null ? null : <NameWithId name={name} id={id} />;
    },
    { ...people, priority, value: (row) => get(row)[0] },
  );
}

function NameWithId({ name, id }: { name: string; id: number }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users reach the id by Tab
    <span className={classes.named} tabIndex={0}>
      {name} <span className={classes.id}>{transactionsTexts.all.idOf(id)}</span>
    </span>
  );
}
