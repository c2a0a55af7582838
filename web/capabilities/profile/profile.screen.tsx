import { Stack } from '@mantine/core';
import { getUser, isNamed, type ShownUser } from '@vialkeep/contract/profile.ts';
import { useApi } from '../../kernel/api/query.ts';
import { useUser } from '../../kernel/session/session.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { AddressFields } from '../../ui/form/fields/address-fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FieldGroup, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { ContactDetails } from './contact-details.tsx';
import { profileTexts } from './profile.texts.ts';
import { useProfileForm } from './use-profile-form.ts';

const texts = profileTexts.profile;

const addressNames = {
  line1: 'address1',
  line2: 'address2',
  city: 'city',
  state: 'state_desc',
  country: 'country_desc',
  postalCode: 'zip_code',
};

export function ProfileScreen() {
  const { id } = useUser();
  const user = useApi(getUser, { params: { id } });
  return (
    <Screen title={texts.title} status={texts.lead}>
      <Card>
        <Loaded query={user} loading={texts.loading} failed={texts.failed}>
          {(shown) => isNamed(shown) && <ProfileForm user={shown} />}
        </Loaded>
      </Card>
    </Screen>
  );
}

function ProfileForm({ user }: { user: ShownUser }) {
  const { form, command, save } = useProfileForm(user);
  return (
    <Form form={form} command={command} onSubmit={save} draft="profile" label={texts.title}>
      <Stack gap="lg">
        <ContactDetails user={user} />
        <FieldGroup legend={texts.address}>
          <AddressFields names={addressNames} />
        </FieldGroup>
        <FormActions>
          <Submit busyText={texts.busy}>{texts.submit}</Submit>
        </FormActions>
      </Stack>
    </Form>
  );
}
