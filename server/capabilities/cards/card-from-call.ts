import type { cardTokenRefusals } from '@vialkeep/contract/card-token.ts';
import type { Redacted } from '@vialkeep/contract/kernel/redacted.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { CardDetails } from '../../ports/card-details.ts';
import { CardToken } from '../../ports/card-token.ts';
import type { NewCard } from '../../ports/payments.ts';

/** The card of a call: the contract has checked that it is a token or a whole card. */
export type SentCard = {
  readonly holder: string;
  readonly token: Redacted | undefined;
  readonly number: Redacted | undefined;
  readonly expires: string | undefined;
  readonly code: Redacted | undefined;
};

type CardRoute = Route & { readonly refusals: typeof cardTokenRefusals };

/** Refuses a card number where only tokens are accepted. */
export function requireTokensOnly(
  route: CardRoute,
  { settings }: Pick<Services, 'settings'>,
  { number, code }: Pick<SentCard, 'number' | 'code'>,
  fields: readonly string[],
): void {
  const isRaw = number !== undefined || code !== undefined;
  if (isRaw && settings.cardNumbers === 'refuse') throw refuseBy(route, 'card_number_refused', { fields });
}

export function cardFromCall({ holder, token, number, expires, code }: SentCard): NewCard {
  if (token) return new CardToken({ token, holder, expires: expires ?? null });
  if (!number || !expires || !code) throw new Error('The contract let a card without its number, month or code pass.');
  return new CardDetails({ number, code, expires, holder });
}
