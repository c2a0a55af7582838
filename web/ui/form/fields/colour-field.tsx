import { TextInput } from '@mantine/core';
import { type FieldProps, useField } from '../state/use-field.tsx';
import classes from './colour-field.module.css';

const WHOLE = /^#[0-9a-f]{6}$/i;

/** One colour as #rrggbb: typed, or picked in the browser's colour chooser. */
export function ColourField(props: FieldProps) {
  const field = useField<string>(props);
  return (
    <TextInput
      {...field.input}
      name={props.name}
      autoComplete="off"
      spellCheck={false}
      maxLength={7}
      value={field.value}
      onChange={(event) => field.set(event.currentTarget.value)}
      leftSection={
        <input
          type="color"
          className={classes.swatch}
          aria-label={`Pick ${props.label}`}
          value={WHOLE.test(field.value) ? field.value.toLowerCase() : '#000000'}
          onChange={(event) => field.set(event.currentTarget.value)}
        />
      }
      leftSectionWidth={44}
    />
  );
}
