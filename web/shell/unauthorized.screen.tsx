import { FullScreenCard } from '../ui/full-screen-card.tsx';
import { LinkButton } from '../ui/link.tsx';
import { texts } from './shell.texts.ts';

export function UnauthorizedScreen() {
  return (
    <FullScreenCard title={texts.unauthorized}>
      <LinkButton to="/dashboard" kind="primary">
        {texts.toDashboard}
      </LinkButton>
    </FullScreenCard>
  );
}
