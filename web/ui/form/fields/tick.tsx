import { Checkbox } from '@mantine/core';

type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void; error?: string };

/** A checkbox outside a form: a consent before a button. */
export function Tick({ label, checked, onChange, error }: Props) {
  return (
    <Checkbox
      label={label}
      checked={checked}
      error={error}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
