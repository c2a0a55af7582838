import { TextInput } from '@mantine/core';
import { FieldError } from '../state/use-field.tsx';

type Props = {
  label: string;
  help: string;
  value: string;
  error: string | null;
  maxLength: number;
  onEnter: () => void;
  onChange: (value: string) => void;
};

/** One line of text outside a form, for a question in a modal. */
export function LineInput({ label, help, value, error, maxLength, onEnter, onChange }: Props) {
  return (
    <TextInput
      label={label}
      description={help}
      maxLength={maxLength}
      autoComplete="off"
      value={value}
      error={error ? <FieldError>{error}</FieldError> : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter();
      }}
    />
  );
}
