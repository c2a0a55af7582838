import {
  customColumn,
  dateTimeColumn,
  dayColumn,
  moneyColumn,
  numberColumn,
  type StatusLabel,
  statusColumn,
  textColumn,
} from '../../ui/layout/columns.tsx';
import classes from './kit.module.css';
import { type KitPerson, kitMemberships } from './kit-people.ts';

const states: Record<KitPerson['state'], StatusLabel> = {
  Pending: { text: 'Pending', tone: 'waiting' },
  Completed: { text: 'Completed', tone: 'done' },
  Failed: { text: 'Failed', tone: 'failed' },
  Shipped: { text: 'Shipped', tone: 'moving' },
};

const membershipOf = (person: KitPerson) =>
  kitMemberships.find((option) => option.value === String(person.membership))?.label ?? '';

const named = customColumn<KitPerson>(
  'User Information',
  (person) => (
    <>
      #{person.id} - {person.name}
      <span className={classes.lines}>{person.email}</span>
    </>
  ),
  { key: 'name', value: (person) => person.name, sort: (person) => person.name, serverSort: 'name' },
);

export const personColumns = [
  named,
  statusColumn<KitPerson>('State', (person) => states[person.state]),
  textColumn<KitPerson>('Membership', membershipOf, { priority: 2 }),
  textColumn<KitPerson>('Company', (person) => person.company, { priority: 3 }),
  dayColumn<KitPerson>('Date Joined', (person) => person.joined, { priority: 2 }),
  numberColumn<KitPerson>('Vials', (person) => person.vials, { priority: 2 }),
  moneyColumn<KitPerson>('Amount ($)', (person) => person.amount),
];

export const serverColumns = [
  named,
  textColumn<KitPerson>('Membership', membershipOf),
  dateTimeColumn<KitPerson>('Last Login', (person) => person.seen, { priority: 2 }),
];

const moneyNames = ['Price', 'Fees', 'Discount', 'Total', 'Commission', 'Paid', 'Open'];
const peopleNames = ['Sales Rep', 'Sales Manager', 'Distributor', 'Harvest Center', 'Referral Center', 'Staff'];

/** Seventeen columns, in groups. */
export const wideColumns = [
  textColumn<KitPerson>('Transaction ID', (person) => `#${person.id}`),
  textColumn<KitPerson>('Patient', (person) => person.name),
  dayColumn<KitPerson>('Date', (person) => person.joined),
  ...moneyNames.map((name, at) =>
    moneyColumn<KitPerson>(name, (person) => person.amount * (at + 1), {
      group: 'Money',
      priority: at < 4 ? 2 : 3,
    }),
  ),
  ...peopleNames.map((name) =>
    textColumn<KitPerson>(name, (person) => person.company, { group: 'People', priority: 2 }),
  ),
  textColumn<KitPerson>('Coupon Code Used', () => 'WELCOME100', { group: 'Coupon', priority: 3 }),
];
