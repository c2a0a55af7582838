import { NumberInput } from '@mantine/core';
import { type FieldProps, useField } from '../state/use-field.tsx';

type NumberFieldProps = FieldProps & { min?: number; max?: number; step?: number; placeholder?: string };

/** A whole number. Empty is `null`. */
export function NumberField({ min, max, step, placeholder, ...props }: NumberFieldProps) {
  const field = useField<number | null>(props);
  return (
    <NumberInput
      {...field.input}
      name={props.name}
      min={min}
      max={max}
      step={step}
      placeholder={placeholder}
      allowDecimal={false}
      allowNegative={min === undefined || min < 0}
      clampBehavior="none"
      inputMode="numeric"
      value={field.value ?? ''}
      onChange={(value) => field.set(numberOrNull(value))}
    />
  );
}

/** Dollars with two decimals. Empty is `null`. */
export function MoneyField({ min = 0, max, placeholder, ...props }: NumberFieldProps) {
  const field = useField<number | null>(props);
  return (
    <NumberInput
      {...field.input}
      name={props.name}
      min={min}
      max={max}
      placeholder={placeholder}
      prefix="$"
      thousandSeparator=","
      decimalScale={2}
      fixedDecimalScale
      allowNegative={min < 0}
      clampBehavior="none"
      hideControls
      inputMode="decimal"
      className="tabular"
      value={field.value ?? ''}
      onChange={(value) => field.set(numberOrNull(value))}
    />
  );
}

/** A percentage with two decimals, whose value is in hundredths of a percent. Empty is `null`. */
export function PercentField({ min = 0, max, placeholder, ...props }: NumberFieldProps) {
  const field = useField<number | null>(props);
  return (
    <NumberInput
      {...field.input}
      name={props.name}
      min={min}
      max={max}
      placeholder={placeholder}
      suffix="%"
      decimalScale={2}
      allowNegative={false}
      clampBehavior="none"
      hideControls
      inputMode="decimal"
      className="tabular"
      value={field.value === null ? '' : field.value / 100}
      onChange={(value) => field.set(hundredthsOrNull(value))}
    />
  );
}

function hundredthsOrNull(value: string | number): number | null {
  const percent = numberOrNull(value);
  return percent === null ? null : Math.round(percent * 100);
}

// The input returns '' for empty, and text while a number is incomplete ('-').
function numberOrNull(value: string | number): number | null {
  if (value === '' || value === '-') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}
