import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import classes from '../form.module.css';
import { type FieldProps, useField } from '../state/use-field.tsx';

/** Enter adds the trimmed text; Backspace in an empty box removes the last tag; each tag has a remove button. */
export function TagsField({ suggestions, ...props }: FieldProps & { suggestions?: readonly string[] }) {
  const field = useField<string[]>(props);
  // Before typing there are no suggestions, because the list would cover the next field.
  const [typed, setTyped] = useState('');
  return (
    <TagsInput
      {...field.input}
      name={props.name}
      data={typed.trim() === '' ? [] : suggestions}
      onSearchChange={setTyped}
      withScrollArea={false}
      classNames={{ options: classes.options }}
      // Names may contain commas; only Enter ends a tag.
      splitChars={['\n']}
      acceptValueOnBlur={false}
      value={field.value}
      onChange={field.set}
    />
  );
}
