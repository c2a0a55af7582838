import { NumberInput, TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { FieldError } from '../form/state/use-field.tsx';

type CellProps<Value> = {
  /** The accessible name; the column head labels it visually. */
  label: string;
  value: Value;
  error?: string;
  disabled?: boolean;
  takesFocus?: boolean;
  onEnter?: () => void;
  /** Handles Escape; the surrounding modal then stays open. */
  onEscape?: () => void;
  onChange: (value: Value) => void;
};

/** A whole number in a table row. Empty is `null`. */
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

/** A day as 'YYYY-MM-DD' in the browser's date input, which needs no space for a calendar. Empty is ''. */
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
    // @NOTE Mantine's modals handle Escape first and check this attribute to skip it.
    'data-mantine-stop-propagation': onEscape ? 'true' : undefined,
    onKeyDown: (event: KeyboardEvent) => {
      const means = { Enter: onEnter, Escape: onEscape }[event.key];
      if (!means) return;
      event.preventDefault();
      means();
    },
  };
}
