import type { StorageEnrolment, StorageOffer } from '@vialkeep/contract/storage-plans.ts';
import { formatDay } from '../../../ui/display/formats.ts';
import { customColumn, moneyColumn, numberColumn, statusColumn, textColumn } from '../../../ui/layout/columns.tsx';
import classes from '../storage-billing.module.css';
import { planStates, yearsInWords } from '../storage-labels.ts';
import { storagePlansTexts } from './storage-plans.texts.ts';

const { offers, plans, site } = storagePlansTexts;
const fixed = { sort: false } as const;

export const offerColumns = [
  textColumn<StorageOffer>(offers.name, ({ name }) => name, fixed),
  textColumn<StorageOffer>(offers.years, ({ years }) => yearsInWords(years), fixed),
  moneyColumn<StorageOffer>(offers.price, ({ price }) => price, fixed),
  statusColumn<StorageOffer>(
    offers.state,
    ({ is_offered }) => (is_offered ? { text: offers.onSale, tone: 'done' } : { text: offers.notOnSale, tone: 'none' }),
    fixed,
  ),
  numberColumn<StorageOffer>(offers.plans, ({ enrolments }) => enrolments, { ...fixed, priority: 2 }),
  textColumn<StorageOffer>(site, (offer) => offer.site, { ...fixed, priority: 3 }),
];

export const planColumns = [
  customColumn<StorageEnrolment>(
    plans.patient,
    ({ patient, needs_decision, end_asked_at }) => (
      <span className={classes.words}>
        <span>{patient.name}</span>
        {needs_decision && <span className={classes.second}>{end_asked_at === null ? plans.waiting : plans.asks}</span>}
      </span>
    ),
    { ...fixed, value: ({ patient }) => patient.name },
  ),
  textColumn<StorageEnrolment>(plans.plan, ({ offer }) => offer.name, fixed),
  statusColumn<StorageEnrolment>(plans.state, ({ state }) => planStates[state], fixed),
  textColumn<StorageEnrolment>(plans.paidThrough, ({ paid_through }) => formatDay(paid_through), {
    ...fixed,
    priority: 2,
  }),
  moneyColumn<StorageEnrolment>(plans.open, ({ open_amount }) => open_amount, { ...fixed, priority: 2 }),
  textColumn<StorageEnrolment>(site, (plan) => plan.site, { ...fixed, priority: 3 }),
];
