import * as addresses from '../kernel/navigation/addresses.ts';
import { linkTo } from '../kernel/navigation/link-to.ts';
import { LinkButton } from '../ui/actions/link.tsx';
import { FullScreenCard } from '../ui/overlays/full-screen-card.tsx';
import { texts } from './shell.texts.ts';

export function NotFoundScreen() {
  return (
    <FullScreenCard background="pinkRed" title={texts.notFound.title} lead={texts.notFound.lead}>
      <LinkButton to={linkTo(addresses.dashboard)} kind="primary">
        {texts.toDashboard}
      </LinkButton>
    </FullScreenCard>
  );
}
