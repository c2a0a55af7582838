import type { PayeeState, PayoutRun, PayoutRunSummary, RunPayee, RunState } from '@vialkeep/contract/payouts.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { TextLink } from '../../ui/actions/link.tsx';
import { formatDay } from '../../ui/display/formats.ts';
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
import { payoutsTexts as texts } from './payouts.texts.ts';

const fixed = { sort: false } as const;

export const runLabels: Record<RunState, StatusLabel> = {
  draft: { text: texts.states.draft, tone: 'waiting' },
  approved: { text: texts.states.approved, tone: 'moving' },
  paid: { text: texts.states.paid, tone: 'done' },
  cancelled: { text: texts.states.cancelled, tone: 'failed' },
};

export const runColumns = [
  customColumn<PayoutRunSummary>(
    texts.run,
    ({ id }) => <TextLink to={linkTo(addresses.payouts, {}, { run: id })}>{texts.runName(id)}</TextLink>,
    { ...fixed, value: ({ id }) => id, width: '22%' },
  ),
  statusColumn<PayoutRunSummary>(texts.state, ({ state }) => runLabels[state], fixed),
  dayColumn<PayoutRunSummary>(texts.cutoff, ({ cutoff }) => cutoff, fixed),
  numberColumn<PayoutRunSummary>(texts.people, ({ people_count }) => people_count, fixed),
  moneyColumn<PayoutRunSummary>(texts.amount, ({ total }) => total, fixed),
  textColumn<PayoutRunSummary>(texts.site, ({ domain }) => domain.name, { ...fixed, priority: 2 }),
  dateTimeColumn<PayoutRunSummary>(texts.made, ({ made_at }) => made_at, { ...fixed, priority: 3 }),
];

const payeeLabels: Record<PayeeState, StatusLabel> = {
  due: { text: texts.one.payeeStates.due, tone: 'waiting' },
  paid: { text: texts.one.payeeStates.paid, tone: 'done' },
  returned: { text: texts.one.payeeStates.returned, tone: 'failed' },
};

/** A person of a run; the table needs a number of its own. */
export type PayeeRow = RunPayee & { readonly id: number };

export const payeeColumns = [
  textColumn<PayeeRow>(texts.one.payee, ({ person }) => person.name, { width: '24%' }),
  moneyColumn<PayeeRow>(texts.amount, ({ amount }) => amount),
  statusColumn<PayeeRow>(texts.state, ({ state }) => payeeLabels[state]),
  textColumn<PayeeRow>(texts.one.number, ({ payee_reference }) => payee_reference),
  textColumn<PayeeRow>(texts.one.payment, formatPayment, { priority: 2 }),
];

function formatPayment({ paid_on, reference, note }: PayeeRow): string {
  if (note !== '') return note;
  return paid_on === null ? '' : texts.one.paidWords(formatDay(paid_on), reference);
}

export type CarriedOverRow = PayoutRun['carried_over'][number] & { readonly id: number };

export const carriedOverColumns = [
  textColumn<CarriedOverRow>(texts.one.payee, ({ person }) => person.name),
  moneyColumn<CarriedOverRow>(texts.amount, ({ amount }) => amount),
];
