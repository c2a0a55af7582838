import { Stack } from '@mantine/core';
import { useUser } from '../../kernel/session/session.ts';
import { repSignUpLinks } from '../../kernel/signing/sign-up-links.ts';
import { CopyField } from '../../ui/actions/copy-field.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { signUpTexts } from './sign-up.texts.ts';

const texts = signUpTexts.links;

/** The sign-up links that a sales rep sends to clinics (F124, U-01). */
export function ReferralLinks() {
  const links = repSignUpLinks(useUser().id);
  return (
    <Card title={texts.title} note={texts.note}>
      <Stack gap="md">
        <CopyField label={texts.harvestCenter} value={links.harvestCenter} qr />
        <CopyField label={texts.referralCenter} value={links.referralCenter} qr />
      </Stack>
    </Card>
  );
}
