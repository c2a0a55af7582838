import { TextInput } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import type { DayRange } from '../state/days.ts';
import { type Field, type FieldProps, useField } from '../state/use-field.tsx';

// The calendar loads with the first date field, not with the first page.
const DayInput = lazy(async () => ({ default: (await import('./date-inputs.tsx')).DayInput }));
const MonthInput = lazy(async () => ({ default: (await import('./date-inputs.tsx')).MonthInput }));
const RangeInput = lazy(async () => ({ default: (await import('./date-inputs.tsx')).RangeInput }));

export type DateFieldProps = FieldProps & {
  /** The first and last selectable day, 'YYYY-MM-DD'. */
  min?: string;
  max?: string;
  placeholder?: string;
};

/** A day as 'YYYY-MM-DD', shown and typed as MM/DD/YYYY. Empty is ''. */
export function DateField(props: DateFieldProps) {
  const field = useField<string>(props);
  return (
    <WhileLoading field={field} shown={field.value}>
      <DayInput field={field} name={props.name} min={props.min} max={props.max} placeholder={props.placeholder} />
    </WhileLoading>
  );
}

/** A month as 'YYYY-MM'. Empty is ''. */
export function MonthField(props: DateFieldProps) {
  const field = useField<string>(props);
  return (
    <WhileLoading field={field} shown={field.value}>
      <MonthInput field={field} name={props.name} min={props.min} max={props.max} placeholder={props.placeholder} />
    </WhileLoading>
  );
}

/** Two days, first and last. Either is '' while it is not chosen. */

export function RangeField(props: DateFieldProps) {
  const field = useField<DayRange>(props);
  return (
    <WhileLoading field={field} shown="">
      <RangeInput field={field} name={props.name} min={props.min} max={props.max} placeholder={props.placeholder} />
    </WhileLoading>
  );
}

/** A placeholder with the same shape and label, so that the layout does not shift when the calendar loads. */
function WhileLoading<Value>(props: { field: Field<Value>; shown: string; children: ReactNode }) {
  const { label, description, required } = props.field.input;
  const waiting = (
    <TextInput label={label} description={description} withAsterisk={required} value={props.shown} readOnly />
  );
  return <Suspense fallback={waiting}>{props.children}</Suspense>;
}
