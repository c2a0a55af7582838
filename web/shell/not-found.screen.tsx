import { FullScreenCard } from '../ui/full-screen-card.tsx';
import { LinkButton } from '../ui/link.tsx';
import { texts } from './shell.texts.ts';

export function NotFoundScreen() {
  return (
    <FullScreenCard background="pinkRed" title={texts.notFound.title} lead={texts.notFound.lead}>
      <LinkButton to="/dashboard" kind="primary">
        {texts.toDashboard}
      </LinkButton>
    </FullScreenCard>
  );
}
