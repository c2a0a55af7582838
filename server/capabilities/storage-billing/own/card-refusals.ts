import type { payStorageInvoice, replaceStorageCard } from '@vialkeep/contract/storage.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import type { Services } from '../../../kernel/services.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import { CardTokenExpired } from '../../../ports/card-token.ts';
import { CardRefused } from '../../../ports/payments.ts';
import { ChargeNotAttempted, isGatewaySilent } from '../../charging/index.ts';

type CardRoute = typeof payStorageInvoice | typeof replaceStorageCard;

/** Turns what the gateway throws into a refusal of the route. */
export function refuseOfGateway(route: CardRoute, error: unknown): never {
  if (error instanceof CardTokenExpired) throw refuseBy(route, 'card_token_expired');
  if (error instanceof CardRefused) throw refuseBy(route, 'card_refused', { errorMessage: error.message });
  if (error instanceof ChargeNotAttempted || isGatewaySilent(error)) {
    throw refuseBy(route, 'provider_unavailable', { retryAfterSeconds: 10 });
  }
  throw error;
}

/** Counted with the checkouts, so that stolen card numbers cannot be tested here. */
export async function limitCardAttempts({ actor, services }: { actor: Actor; services: Services }): Promise<void> {
  const limit = { bucket: 'checkout', most: services.settings.checkoutsPerHour, minutes: 60 };
  await services.limits.count(limit, String(actor.userId));
}
