import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import classes from '../form.module.css';
import { type FieldProps, useField } from '../state/use-field.tsx';

/** Enter adds what was typed, trimmed; Backspace in an empty box removes the last; each tag can be removed by itself. */
export function TagsField({ suggestions, ...props }: FieldProps & { suggestions?: readonly string[] }) {
  const field = useField<string[]>(props);
  // Until something is typed there is nothing to suggest, and a list over the next field would only be in the way.
  const [typed, setTyped] = useState('');
  return (
    <TagsInput
      {...field.input}
      name={props.name}
      data={typed.trim() === '' ? [] : suggestions}
      onSearchChange={setTyped}
      withScrollArea={false}
      classNames={{ options: classes.options }}
      // A comma is part of many a name; only Enter ends a tag.
      splitChars={['\n']}
      acceptValueOnBlur={false}
      value={field.value}
      onChange={field.set}
    />
  );
}
