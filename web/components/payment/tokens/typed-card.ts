import { checkOut } from '@vialkeep/contract/checkout.ts';
import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { Refused } from '../../../kernel/api/failure.ts';

/** A card as it is typed. It goes to the payment gateway and to no call of the product. */
export type TypedCard = {
  readonly number: string;
  /** YYYY-MM */
  readonly expires: string;
  readonly code: string;
  readonly holder: string;
};

export type CardField = keyof TypedCard;

/** The gateway cannot be asked for a token: nothing was sent to the product, and nothing was charged. */
export function tokeniserUnavailable(): Refused {
  const { status, message } = checkOut.refusals.provider_unavailable;
  return new Refused({ status, reason: 'provider_unavailable', message });
}

/** The gateway refuses what was typed; the messages are by the field they are about. */
export function cardNotAccepted(fields: Partial<Record<CardField, string>>): Refused {
  const { status, message } = checkOut.refusals.card_refused;
  return new Refused({ status, reason: 'card_refused', message: Object.values(fields)[0] ?? message, fields });
}

export function tooManyTokens(): Refused {
  return new Refused({ ...commonRefusals.too_many_requests, reason: 'too_many_requests' });
}
