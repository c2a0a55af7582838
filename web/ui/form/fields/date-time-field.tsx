import { TextInput } from '@mantine/core';
import { type FieldProps, useField } from '../state/use-field.tsx';

/** A moment of this device as 'YYYY-MM-DDTHH:MM', in the browser's own input. Empty is ''. */
export function DateTimeField(props: FieldProps) {
  const field = useField<string>(props);
  return (
    <TextInput
      {...field.input}
      type="datetime-local"
      name={props.name}
      value={field.value}
      onChange={(event) => field.set(event.currentTarget.value)}
    />
  );
}
