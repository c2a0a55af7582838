import { Anchor, Text } from '@mantine/core';
import { site } from '../../kernel/site.ts';
import { signingTexts } from './signing.texts.ts';

/** The support contact, for pages that cannot continue. */
export function AskSupport({ lead = signingTexts.page.questions }: { lead?: string }) {
  return (
    <Text>
      {lead}{' '}
      <Anchor href={`mailto:${site.support_email}`} underline="always">
        {site.support_email}
      </Anchor>
    </Text>
  );
}
