import type { ReactNode } from 'react';
import { Fields } from '../layout/form-layout.tsx';
import { PasswordField } from './password-field.tsx';
import { EmailField, TextField } from './text-field.tsx';

type Props = {
  labels: Readonly<Record<'firstName' | 'lastName' | 'email' | 'password' | 'passwordHelp', string>>;
  /** Whether people make the account for themselves. For somebody else a browser must not offer what it knows of them. */
  own: boolean;
  /** What is asked before the password. */
  children?: ReactNode;
};

/** Whose a new account is, and the password they begin with. */
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
