import { NativeSelect } from '@mantine/core';
import { FieldError } from '../form/state/use-field.tsx';

export type CellChoice = { value: string; label: string; disabled?: boolean };

type Props = {
  /** The accessible name; the column head labels it visually. */
  label: string;
  value: string;
  options: readonly CellChoice[];
  disabled?: boolean;
  error?: string;
  onChoose: (value: string) => void;
};

/** The browser's select in a table row. */
export function ChoiceCell({ label, value, options, disabled, error, onChoose }: Props) {
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={value}
      data={[...options]}
      disabled={disabled}
      error={error ? <FieldError>{error}</FieldError> : undefined}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}
