import { readTokeniser } from '@vialkeep/contract/card-token.ts';
import { handle } from '../../kernel/http/handle.ts';

/** The client key is public: it only makes tokens, which nothing but this account's secret key can charge. */
export const readTokeniserHandler = handle(readTokeniser, async ({ services }) => {
  const { tokeniser } = services.payments;
  if (tokeniser.gateway === 'sandbox') return { gateway: tokeniser.gateway, frame: tokeniser.frame };
  const { gateway, url, login, clientKey } = tokeniser;
  return { gateway, url, login, client_key: clientKey };
});
