import type { CommissionPlan } from '@vialkeep/contract/commission-plans.ts';
import { formatDay, today } from '../../../ui/display/formats.ts';
import type { ChangedField } from '../../../ui/form/layout/changed-meanwhile.tsx';
import type { StatusLabel } from '../../../ui/layout/columns.tsx';
import { plansTexts as texts } from './plans.texts.ts';

export function siteName({ site }: CommissionPlan): string {
  return site === '' ? texts.everySite : site;
}

export function planState({ state, ends_on }: CommissionPlan): StatusLabel {
  if (state === 'withdrawn') return { text: texts.states.withdrawn, tone: 'none' };
  if (state === 'draft') return { text: texts.states.draft, tone: 'waiting' };
  return ends_on !== null && ends_on < today()
    ? { text: texts.states.ended, tone: 'none' }
    : { text: texts.states.adopted, tone: 'done' };
}

export function formatDays({ starts_on, ends_on }: CommissionPlan): string {
  return ends_on === null
    ? texts.from(formatDay(starts_on))
    : texts.fromUntil(formatDay(starts_on), formatDay(ends_on));
}

/** What another user saved while the form was open. */
export function changedFields(before: CommissionPlan, now: CommissionPlan): ChangedField[] {
  const form = texts.form;
  const rulesOf = ({ rules }: CommissionPlan) => rules.map(({ words }) => words).join('; ');
  const fields: readonly (readonly [string, (plan: CommissionPlan) => string])[] = [
    [form.name, ({ name }) => name],
    [form.site, siteName],
    [form.starts, ({ starts_on }) => formatDay(starts_on)],
    [form.hold, ({ hold_days }) => String(hold_days)],
    [form.emptySeats, ({ empty_seats }) => form.emptySeatsChoices[empty_seats]],
    [form.house, ({ house_id }) => (house_id === null ? '' : `#${house_id}`)],
    [form.rules, rulesOf],
    [form.note, ({ note }) => note],
  ];
  return fields.flatMap(([label, read]) =>
    read(before) === read(now) ? [] : [{ label, from: read(before), to: read(now) }],
  );
}
