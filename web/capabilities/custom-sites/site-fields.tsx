import { configureCustomSite } from '@vialkeep/contract/custom-sites.ts';
import { AccountFields } from '../../ui/form/fields/account-fields.tsx';
import { ColourField } from '../../ui/form/fields/colour-field.tsx';
import { PickedFileField } from '../../ui/form/fields/picked-file-field.tsx';
import { EmailField, PhoneField, TextField } from '../../ui/form/fields/text-field.tsx';
import { Fields } from '../../ui/form/layout/form-layout.tsx';
import { customSitesTexts } from './custom-sites.texts.ts';

const texts = customSitesTexts.form;

export function AdminFields() {
  return (
    <AccountFields labels={texts} own={false}>
      {/* Labelled as required, but not enforced (section 5). */}
      <PhoneField name="phone" label={texts.phone} autoComplete="off" required />
    </AccountFields>
  );
}

export function NameFields() {
  return (
    <Fields columns={2}>
      <TextField name="name" label={texts.name} autoComplete="off" required />
      <TextField name="url" label={texts.url} help={texts.urlHelp} inputMode="url" autoComplete="off" required />
    </Fields>
  );
}

export function SettingsFields() {
  const { upload } = configureCustomSite;
  return (
    <Fields>
      <Fields columns={2}>
        <EmailField name="email_sender" label={texts.sender} help={texts.senderHelp} autoComplete="off" required />
        <EmailField name="support_email" label={texts.support} help={texts.supportHelp} autoComplete="off" />
      </Fields>
      {upload && <PickedFileField name="logo" label={texts.logo} upload={upload} required />}
      <ColourField name="colour" label={texts.colour} help={texts.colourHelp} required />
    </Fields>
  );
}
