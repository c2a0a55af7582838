import type { ReactNode } from 'react';
import { Fields } from '../layout/form-layout.tsx';
import { PasswordField } from './password-field.tsx';
import { EmailField, TextField } from './text-field.tsx';

type Props = {
  labels: Readonly<Record<'firstName' | 'lastName' | 'email' | 'password' | 'passwordHelp', string>>;
  /** Whether users create the account for themselves. For another person's account the browser must not autofill. */
  own: boolean;
  /** Fields before the password. */
  children?: ReactNode;
};

/** The name, email and first password of a new account. */
export function AccountFields({ labels, own, children }: Props) {
  const knownAs = (what: string) => (own ? what : 'off');
  return (
    <Fields columns={2}>
      <TextField name="first_name" label={labels.firstName} autoComplete={knownAs('given-name')} required />
      <TextField name="last_name" label={labels.lastName} autoComplete={knownAs('family-name')} required />
      <EmailField name="email" label={labels.email} autoComplete={knownAs('email')} required />
      {children}
      <PasswordField
        name="password"
        label={labels.password}
        help={labels.passwordHelp}
        autoComplete="new-password"
        required
      />
    </Fields>
  );
}
