import '@mantine/dates/styles.layer.css';
import { DateInput, DatePickerInput, MonthPickerInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import classes from '../form.module.css';
import { formTexts } from '../form.texts.ts';
import { type DayRange, dayFromTyped } from '../state/days.ts';
import type { Field } from '../state/use-field.tsx';

type Props<Value> = { field: Field<Value>; name: string; min?: string; max?: string; placeholder?: string };

const calendar = {
  ariaLabels: {
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    previousYear: 'Previous year',
    nextYear: 'Next year',
    previousDecade: 'Previous ten years',
    nextDecade: 'Next ten years',
  },
  // Days of other months have too little contrast, and red weekends look like errors.
  hideOutsideDates: true,
  weekendDays: [],
  firstDayOfWeek: 0 as const,
};

/** A clear button that is large enough to hit, also beside an open calendar. */
const classNames = { section: classes.section };

const icon = <IconCalendar size={16} stroke={1.6} aria-hidden />;

export function DayInput({ field, name, min, max, placeholder = 'MM/DD/YYYY' }: Props<string>) {
  return (
    <DateInput
      {...field.input}
      classNames={classNames}
      {...calendar}
      name={name}
      valueFormat="MM/DD/YYYY"
      dateParser={dayFromTyped}
      placeholder={placeholder}
      inputMode="numeric"
      autoComplete="off"
      minDate={min}
      maxDate={max}
      clearable={!field.input.required}
      clearButtonProps={{ 'aria-label': formTexts.clear(field.input.label) }}
      leftSection={icon}
      value={field.value || null}
      onChange={(value) => field.set(value?.slice(0, 10) ?? '')}
    />
  );
}

export function MonthInput({ field, name, min, max, placeholder }: Props<string>) {
  return (
    <MonthPickerInput
      {...field.input}
      classNames={classNames}
      ariaLabels={calendar.ariaLabels}
      name={name}
      valueFormat="MM/YY"
      placeholder={placeholder}
      minDate={min}
      maxDate={max}
      clearable={!field.input.required}
      clearButtonProps={{ 'aria-label': formTexts.clear(field.input.label) }}
      leftSection={icon}
      value={field.value ? `${field.value}-01` : null}
      onChange={(value) => field.set(value?.slice(0, 7) ?? '')}
    />
  );
}

export function RangeInput({ field, name, min, max, placeholder = 'MM/DD/YYYY – MM/DD/YYYY' }: Props<DayRange>) {
  return (
    <DatePickerInput
      {...field.input}
      classNames={classNames}
      {...calendar}
      type="range"
      name={name}
      valueFormat="MM/DD/YYYY"
      placeholder={placeholder}
      minDate={min}
      maxDate={max}
      allowSingleDateInRange
      clearable={!field.input.required}
      clearButtonProps={{ 'aria-label': formTexts.clear(field.input.label) }}
      leftSection={icon}
      value={[field.value.from || null, field.value.to || null]}
      onChange={([from, to]) => field.set({ from: from?.slice(0, 10) ?? '', to: to?.slice(0, 10) ?? '' })}
    />
  );
}
