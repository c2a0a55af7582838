import type { ShownUser } from '@vialkeep/contract/profile.ts';
import { formatDay, formatLastLogin } from '../../ui/display/formats.ts';
import { PasswordField } from '../../ui/form/fields/password-field.tsx';
import { ReadOnlyField } from '../../ui/form/fields/read-only-field.tsx';
import { EmailField, PhoneField, TextField } from '../../ui/form/fields/text-field.tsx';
import { FieldGroup, Fields } from '../../ui/form/layout/form-layout.tsx';
import { useFormContext } from '../../ui/form/state/form-context.ts';
import { profileTexts } from './profile.texts.ts';
import { SignAttestation } from './sign-attestation.tsx';
import { WaitingEmail } from './waiting-email.tsx';

const texts = profileTexts.profile;

/** The fields of both profile screens. The server decides which of them are shown. */
export function ContactDetails({ user }: { user: ShownUser }) {
  const { form } = useFormContext();
  const mayMove = user.may.includes('change_email');
  return (
    <>
      <Fields columns={2}>
        <TextField name="first_name" label={texts.firstName} autoComplete="given-name" required />
        <TextField name="last_name" label={texts.lastName} autoComplete="family-name" required />
        {user.may.includes('show_company') && (
          <TextField name="company" label={texts.company} autoComplete="organization" required />
        )}
        <PhoneField name="phone_number" label={texts.phone} required />
        <EmailField
          name="email"
          label={texts.email}
          help={mayMove ? undefined : texts.emailLocked}
          disabled={!mayMove}
          required
        />
        {form.getValues().email !== user.email && (
          <PasswordField
            name="password_current"
            label={texts.currentPassword}
            help={texts.currentPasswordHelp}
            autoComplete="current-password"
          />
        )}
      </Fields>
      {mayMove && <WaitingEmail />}
      {user.may.includes('show_template') && (
        <FieldGroup legend={texts.signature}>
          <Fields>
            <TextField
              name="template_id"
              label={texts.template}
              help={user.may.includes('change_template') ? undefined : texts.templateLocked}
              disabled={!user.may.includes('change_template')}
            />
            <SignAttestation user={user} />
          </Fields>
        </FieldGroup>
      )}
      <Fields columns={2}>
        <ReadOnlyField label={texts.joined} value={formatDay(user.date_joined)} />
        <ReadOnlyField label={texts.lastLogin} value={formatLastLogin(user.last_login)} />
      </Fields>
    </>
  );
}
