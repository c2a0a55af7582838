import { cardTokenRefusals } from '@vialkeep/contract/card-token.ts';
import type { addCard, deleteCard } from '@vialkeep/contract/cards.ts';
import type { Call } from '../../kernel/http/handle.ts';
import { Refusal, refuseBy } from '../../kernel/http/refuse.ts';
import { describeError } from '../../kernel/log.ts';
import { CardTokenExpired } from '../../ports/card-token.ts';
import { CardRefused, type Payments, PaymentUnavailable, PaymentUnknown } from '../../ports/payments.ts';

type Asking = typeof addCard | typeof deleteCard;

const fields = { number: 'card_number', expiry: 'expiration_date', code: 'cvv' } as const;

/**
 * Runs an idempotent gateway call outside of every transaction. A refused card is reported at its field. An unavailable
 * gateway and a lost response get the same answer, because the caller can retry in both cases.
 */
export async function callGateway<T>(
  route: Asking,
  { services, request }: Pick<Call<Asking>, 'services' | 'request'>,
  task: (gateway: { payments: Payments }) => Promise<T>,
): Promise<T> {
  try {
    return await task({ payments: services.payments });
  } catch (error) {
    if (error instanceof CardRefused) {
      const field = error.about && fields[error.about];
      throw refuseBy(route, 'card_refused', {
        message: error.message,
        ...(field && { fields: { [field]: error.message } }),
      });
    }
    if (error instanceof CardTokenExpired)
      throw new Refusal('card_token_expired', cardTokenRefusals.card_token_expired);
    if (!(error instanceof PaymentUnavailable || error instanceof PaymentUnknown)) throw error;
    services.log.warn({ request: request.id, error: describeError(error) }, 'the payment gateway did not answer');
    throw refuseBy(route, 'provider_unavailable', { retryAfterSeconds: 10 });
  }
}
