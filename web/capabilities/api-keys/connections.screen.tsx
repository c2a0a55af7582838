import { WebhooksCard } from '../../components/webhooks/webhooks-card.tsx';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { apiKeysTexts as texts } from './api-keys.texts.ts';
import { ApiKeysCard } from './api-keys-card.tsx';

/** What programs need to call the product in the user's name. */
export function ConnectionsScreen() {
  return (
    <Screen
      title={texts.title}
      actions={<LinkButton to={linkTo(addresses.documentation)}>{texts.documentation}</LinkButton>}
    >
      <ApiKeysCard />
      <WebhooksCard />
    </Screen>
  );
}
