import { Text } from '@mantine/core';
import { useState } from 'react';
import * as addresses from '../kernel/navigation/addresses.ts';
import { linkTo } from '../kernel/navigation/link-to.ts';
import { wasRightTakenAway } from '../kernel/session/rights.ts';
import { LinkButton } from '../ui/actions/link.tsx';
import { FullScreenCard } from '../ui/overlays/full-screen-card.tsx';
import { texts } from './shell.texts.ts';

export function UnauthorizedScreen() {
  const [wasTakenAway] = useState(wasRightTakenAway);
  return (
    <FullScreenCard title={texts.unauthorized}>
      {wasTakenAway && <Text mb="md">{texts.takenAway}</Text>}
      <LinkButton to={linkTo(addresses.dashboard)} kind="primary">
        {texts.toDashboard}
      </LinkButton>
    </FullScreenCard>
  );
}
