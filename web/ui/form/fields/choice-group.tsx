import { Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';

type Props<Value extends string> = {
  label: string;
  value: Value;
  choices: Readonly<Record<Value, string>>;
  onChoose: (value: Value) => void;
};

/** A few visible choices, one active; a change applies at once. */
export function ChoiceGroup<Value extends string>({ label, value, choices, onChoose }: Props<Value>) {
  const id = useId();
  // @NOTE the entries of a record have the record's keys; Object.entries returns strings.
  const data = Object.entries<string>(choices).map(([key, name]) => ({ value: key as Value, label: name }));
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }}>
      <SegmentedControl fullWidth data={data} value={value} onChange={onChoose} aria-labelledby={id} />
    </Input.Wrapper>
  );
}
