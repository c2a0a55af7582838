import { Stack } from '@mantine/core';
import { getUser, isNamed, type ShownUser, uploadHcLogo } from '@vialkeep/contract/profile.ts';
import { useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import { useUser } from '../../kernel/session/session.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { FileField } from '../../ui/form/fields/file-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { ContactDetails } from './contact-details.tsx';
import { Letterhead } from './letterhead.tsx';
import { profileTexts } from './profile.texts.ts';
import { useProfileForm } from './use-profile-form.ts';

const texts = profileTexts.hcProfile;

export function HcProfileScreen() {
  const { id } = useUser();
  const user = useApi(getUser, { params: { id } });
  return (
    <Screen title={texts.title} status={profileTexts.profile.lead}>
      <Card>
        <Loaded query={user} loading={profileTexts.profile.loading} failed={profileTexts.profile.failed}>
          {(shown) => isNamed(shown) && <HcProfileForm user={shown} />}
        </Loaded>
      </Card>
    </Screen>
  );
}

function HcProfileForm({ user }: { user: ShownUser }) {
  const { form, command, save } = useProfileForm(user);
  const [chosen, setChosen] = useState<File | null>(null);
  const values = form.getValues();
  return (
    <Form form={form} command={command} onSubmit={save} label={texts.title}>
      <Stack gap="lg">
        <Fields columns={2}>
          <FileField
            route={uploadHcLogo}
            input={{}}
            label={texts.logo}
            choose={texts.choose}
            onUploaded={({ filename }, file) => {
              setChosen(file);
              form.setFieldValue('hc_logo', filename);
            }}
          />
          <Letterhead profile={values} chosen={chosen} />
        </Fields>
        <ContactDetails user={user} />
        <FormActions>
          <Submit busyText={profileTexts.profile.busy}>{profileTexts.profile.submit}</Submit>
        </FormActions>
      </Stack>
    </Form>
  );
}
