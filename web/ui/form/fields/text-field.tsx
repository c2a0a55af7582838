import { Textarea, TextInput } from '@mantine/core';
import type { HTMLInputAutoCompleteAttribute } from 'react';
import { useFormContext } from '../state/form-context.ts';
import { type FieldProps, useField } from '../state/use-field.tsx';

type TextFieldProps = FieldProps & {
  placeholder?: string;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'url';
  maxLength?: number;
  autoFocus?: boolean;
  /** Never stored in a draft: card data and similar. */
  secret?: boolean;
  /** Called when the field loses the focus. */
  onLeft?: () => void;
};

export function TextField(props: TextFieldProps) {
  return <OneLine {...props} type="text" />;
}

export function EmailField(props: TextFieldProps) {
  return <OneLine autoComplete="email" {...props} type="email" inputMode="email" />;
}

/** Text with the numeric keyboard; a number input would erase '+1 555…' (C-34). */
export function PhoneField(props: TextFieldProps) {
  return <OneLine autoComplete="tel" {...props} type="tel" inputMode="tel" />;
}

export function TextAreaField({ rows = 4, ...props }: TextFieldProps & { rows?: number }) {
  const field = useField<string | null>(props);
  return (
    <Textarea
      {...field.input}
      placeholder={props.placeholder}
      maxLength={props.maxLength}
      autosize
      minRows={rows}
      maxRows={12}
      value={field.value ?? ''}
      onChange={(event) => field.set(event.currentTarget.value)}
    />
  );
}

function OneLine({ type, ...props }: TextFieldProps & { type: 'text' | 'email' | 'tel' }) {
  const { secrets } = useFormContext();
  const field = useField<string | null>(props);
  if (props.secret) secrets.add(props.name);
  return (
    <TextInput
      {...field.input}
      type={type}
      name={props.name}
      inputMode={props.inputMode}
      placeholder={props.placeholder}
      autoComplete={props.autoComplete}
      maxLength={props.maxLength}
      data-autofocus={props.autoFocus || undefined}
      // Only for a screen that consists of one form.
      autoFocus={props.autoFocus}
      onBlur={() => {
        field.input.onBlur();
        props.onLeft?.();
      }}
      value={field.value ?? ''}
      onChange={(event) => field.set(event.currentTarget.value)}
    />
  );
}
