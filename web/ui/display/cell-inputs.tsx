import { NumberInput, TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { FieldError } from '../form/state/use-field.tsx';

type CellProps<Value> = {
  /** Read out; in a table the head of the column is what others see of it. */
  label: string;
  value: Value;
  error?: string;
  disabled?: boolean;
  takesFocus?: boolean;
  onEnter?: () => void;
  /** Where it means something here; a modal around the table then does not close by it. */
  onEscape?: () => void;
  onChange: (value: Value) => void;
};

/** A whole number in a row of a table. Empty is `null`. */
export function NumberCell({ value, onChange, min = 0, ...cell }: CellProps<number | null> & { min?: number }) {
  return (
    <NumberInput
      {...inputOf(cell)}
      min={min}
      allowDecimal={false}
      allowNegative={min < 0}
      clampBehavior="none"
      inputMode="numeric"
      value={value ?? ''}
      onChange={(typed) => onChange(typed === '' || Number.isNaN(Number(typed)) ? null : Number(typed))}
    />
  );
}

export function TextCell({ value, onChange, maxLength, ...cell }: CellProps<string> & { maxLength?: number }) {
  return (
    <TextInput
      {...inputOf(cell)}
      maxLength={maxLength}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** A day as 'YYYY-MM-DD' in the browser's own date input, which needs no room for a calendar. Empty is ''. */
export function DayCell({ value, onChange, max, ...cell }: CellProps<string> & { max?: string }) {
  return (
    <TextInput
      {...inputOf(cell)}
      type="date"
      max={max}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function inputOf({
  label,
  error,
  disabled,
  takesFocus,
  onEnter,
  onEscape,
}: Omit<CellProps<never>, 'value' | 'onChange'>) {
  return {
    size: 'xs',
    'aria-label': label,
    disabled,
    error: error ? <FieldError>{error}</FieldError> : undefined,
    autoFocus: takesFocus,
    // @NOTE Mantine's modals hear Escape before anybody else, and ask this attribute whether it is theirs.
    'data-mantine-stop-propagation': onEscape ? 'true' : undefined,
    onKeyDown: (event: KeyboardEvent) => {
      const means = { Enter: onEnter, Escape: onEscape }[event.key];
      if (!means) return;
      event.preventDefault();
      means();
    },
  };
}
