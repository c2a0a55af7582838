import { ActionIcon, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { PASSWORD_MIN } from '@vialkeep/contract/kernel/text.ts';
import { useState } from 'react';
import { formTexts } from '../form.texts.ts';
import { useFormContext } from '../state/form-context.ts';
import { passwordStrength } from '../state/password-strength.ts';
import { type FieldProps, useField } from '../state/use-field.tsx';

type Props = FieldProps & {
  autoComplete: 'current-password' | 'new-password';
  /** Shows the strength in words while the user types. */
  withStrength?: boolean;
  autoFocus?: boolean;
};

/** A password that can be revealed, pasted and autofilled; never stored in a draft. */
export function PasswordField({ autoComplete, withStrength = false, ...props }: Props) {
  const { secrets } = useFormContext();
  const field = useField<string>(props);
  const [visible, setVisible] = useState(false);
  const Icon = visible ? IconEyeOff : IconEye;
  secrets.add(props.name);

  return (
    <TextInput
      {...field.input}
      description={withStrength ? passwordStrength(field.value) : field.input.description}
      type={visible ? 'text' : 'password'}
      name={props.name}
      autoComplete={autoComplete}
      // A new password has a minimum length; an existing one may have any (S-30).
      minLength={autoComplete === 'new-password' ? PASSWORD_MIN : undefined}
      data-autofocus={props.autoFocus || undefined}
      // Only for a screen or a dialog that consists of one form.
      autoFocus={props.autoFocus}
      autoCapitalize="none"
      spellCheck={false}
      value={field.value}
      onChange={(event) => field.set(event.currentTarget.value)}
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={visible ? formTexts.hidePassword : formTexts.showPassword}
          onClick={() => setVisible(!visible)}
        >
          <Icon size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      }
    />
  );
}
