import { Checkbox, Loader, Switch } from '@mantine/core';
import { useState } from 'react';
import classes from '../form.module.css';
import { formTexts } from '../form.texts.ts';
import { type FieldProps, useField } from '../state/use-field.tsx';

/** A checkbox that is saved with its form. */
export function CheckboxField(props: FieldProps) {
  const field = useField<boolean>(props);
  return (
    <Checkbox
      {...field.input}
      name={props.name}
      checked={field.value}
      onChange={(event) => field.set(event.currentTarget.checked)}
    />
  );
}

/** A switch that is saved with its form. */
export function FormSwitchField(props: FieldProps) {
  const field = useField<boolean>(props);
  return (
    <Switch
      {...field.input}
      classNames={{ track: classes.track }}
      name={props.name}
      checked={field.value}
      onChange={(event) => field.set(event.currentTarget.checked)}
    />
  );
}

type SwitchProps = {
  label: string;
  help?: string;
  checked: boolean;
  disabled?: boolean;
  /** Saves at once; the switch shows the pending save and returns after a failure. */
  onSave: (checked: boolean) => Promise<unknown>;
};

/** Saves on change, so it stands outside forms; inside a form use `FormSwitchField`. */
export function SwitchField({ label, help, checked, disabled, onSave }: SwitchProps) {
  const [saving, setSaving] = useState<boolean | null>(null);

  async function save(next: boolean) {
    setSaving(next);
    try {
      await onSave(next);
    } finally {
      setSaving(null);
    }
  }

  return (
    <Switch
      classNames={{ track: classes.track }}
      label={label}
      description={help}
      checked={saving ?? checked}
      disabled={disabled}
      aria-busy={saving !== null}
      thumbIcon={saving === null ? undefined : <Loader type="oval" size={10} aria-label={formTexts.saving(label)} />}
      onChange={(event) => {
        if (saving === null) void save(event.currentTarget.checked);
      }}
    />
  );
}
