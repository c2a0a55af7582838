import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './bench.module.css';
import { BenchActions, BenchButton } from './bench-button.tsx';

type FieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The refusal at this field. */
  problem?: string | undefined;
  maxLength?: number;
};

type LineProps = FieldProps & { type?: 'text' | 'date' | 'datetime-local'; inputMode?: 'text' | 'numeric' | 'decimal' };

/** One line that is filled with a glove on. Numbers are text with the numeric keyboard, so that nothing is lost. */
export function BenchTextField({ label, value, onChange, problem, type = 'text', inputMode, maxLength }: LineProps) {
  return (
    <div className={classes.field}>
      <TextInput
        label={label}
        type={type}
        inputMode={inputMode}
        maxLength={maxLength}
        autoComplete="off"
        value={value}
        error={problem}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}

export function BenchNote({ label, value, onChange, problem, maxLength }: FieldProps) {
  return (
    <div className={classes.field}>
      <Textarea
        label={label}
        maxLength={maxLength}
        autosize
        minRows={2}
        value={value}
        error={problem}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}

type ListProps = FieldProps & { options: readonly { value: string; label: string }[] };

export function BenchList({ label, value, onChange, problem, options }: ListProps) {
  return (
    <div className={classes.field}>
      <NativeSelect
        label={label}
        data={[...options]}
        value={value}
        error={problem}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value | null;
  choices: Readonly<Record<Value, string>>;
  onChoose: (value: Value) => void;
  problem?: string | undefined;
};

/** One question a row, each answer a button. */
export function BenchChoice<Value extends string>({ label, value, choices, onChoose, problem }: ChoiceProps<Value>) {
  const id = useId();
  // @NOTE the entries of a record have the record's keys; Object.entries returns strings.
  const buttons = Object.entries<string>(choices) as [Value, string][];
  return (
    <div role="group" aria-labelledby={id} className={classes.question}>
      <p id={id} className={classes.asked}>
        {label}
      </p>
      <BenchActions>
        {buttons.map(([key, name]) => (
          <BenchButton key={key} isPressed={value === key} onClick={() => onChoose(key)}>
            {name}
          </BenchButton>
        ))}
      </BenchActions>
      {problem !== undefined && <BenchProblem>{problem}</BenchProblem>}
    </div>
  );
}

export function BenchProblem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={classes.problem}>
      {children}
    </p>
  );
}

/** Fields beside each other where there is room. */
export function BenchFields({ children }: { children: ReactNode }) {
  return <div className={classes.fields}>{children}</div>;
}

/** A number that was typed; null where the field is empty, and what is no number stays text for the refusal. */
export function parseTypedNumber(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  return text === '' ? null : Number(text);
}
