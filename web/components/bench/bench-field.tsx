import { PasswordInput, TextInput } from '@mantine/core';
import classes from './bench.module.css';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What is wrong with it, if anything is. */
  problem?: string | null;
  kind?: 'text' | 'pin' | 'password' | 'number';
  maxLength?: number;
  autoFocus?: boolean;
};

/** A field that is hit with a glove on. A PIN is hidden, never offered by the browser, and typed on digits. */
export function BenchField({ label, value, onChange, problem, kind = 'text', maxLength, autoFocus }: Props) {
  const Input = kind === 'pin' || kind === 'password' ? PasswordInput : TextInput;
  return (
    <div className={classes.field}>
      <Input
        label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        inputMode={kind === 'pin' || kind === 'number' ? 'numeric' : 'text'}
        autoComplete={kind === 'pin' ? 'one-time-code' : 'off'}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={maxLength}
        data-autofocus={autoFocus || undefined}
        error={problem && <span role="alert">{problem}</span>}
      />
    </div>
  );
}
