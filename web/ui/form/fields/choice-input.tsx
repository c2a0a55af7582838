import { NativeSelect } from '@mantine/core';

type Props = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
};

/** The browser's native select outside a form; a change applies at once. */
export function ChoiceInput({ label, value, options, onChoose }: Props) {
  return (
    <NativeSelect
      label={label}
      value={value}
      data={[...options]}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}
