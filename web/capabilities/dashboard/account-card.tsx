import { Text } from '@mantine/core';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { useUser } from '../../kernel/session/session.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { formatDay } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { dashboardTexts } from './dashboard.texts.ts';
import { missingDetails } from './missing-details.ts';

const texts = dashboardTexts.account;

/** Shows the user's name and plan, and the missing contact details. */
export function AccountCard() {
  const user = useUser();
  const missing = missingDetails(user);
  const companies = (centers: readonly { company: string }[]) => centers.map(({ company }) => company).join(', ');
  return (
    <Card title={texts.title} actions={<LinkButton to={linkTo(addresses.profile)}>{texts.edit}</LinkButton>}>
      <Facts
        facts={[
          [texts.plan, user.subscription.name],
          [texts.company, user.company],
          [texts.email, user.email],
          [texts.center, companies(user.hc_desc)],
          [texts.referral, companies(user.rhc_desc)],
          [texts.joined, formatDay(user.date_joined)],
        ]}
      />
      <Text size="sm" c="dimmed" mt="md">
        {missing.length === 0 ? texts.complete : texts.missing(missing.join(', '))}
      </Text>
    </Card>
  );
}
