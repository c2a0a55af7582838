import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Services } from '../../kernel/services.ts';
import { cardsOf, profilesOf } from './cards.queries.ts';

export { cardFromCall, requireTokensOnly } from './card-from-call.ts';
export { profilesAt } from './cards.queries.ts';
export { chooseDefaultCard } from './choose-default-card.ts';
export { defaultCardOf } from './default-card.ts';
export { mayChangeCards } from './resolve-card-owner.ts';
export { saveCard } from './save-card.ts';

export type PaymentProfiles = {
  readonly auth_customer_profile_id: string | null;
  readonly auth_customer_payment_profile_id: string | null;
};

export const noPaymentProfiles: PaymentProfiles = {
  auth_customer_profile_id: null,
  auth_customer_payment_profile_id: null,
};

/** Returns the payment provider's ids of a user and of their default card. */
export async function paymentProfilesOf(
  db: Db,
  services: Pick<Services, 'payments'>,
  userId: UserId,
): Promise<PaymentProfiles> {
  return (await paymentProfilesOfUsers(db, services, [userId])).get(userId) ?? noPaymentProfiles;
}

/** Returns the same for many users in one statement; leaves out users who are no customer of the provider. */
export async function paymentProfilesOfUsers(
  db: Db,
  { payments }: Pick<Services, 'payments'>,
  ids: readonly number[],
): Promise<Map<number, PaymentProfiles>> {
  const rows = await profilesOf(db, payments.name, ids);
  return new Map(
    rows.map(({ user_id, customer_id, card_id }) => [
      user_id,
      { auth_customer_profile_id: customer_id, auth_customer_payment_profile_id: card_id },
    ]),
  );
}

/** Finds a saved card of this user by the provider's ids, for a checkout; null if the user has no such card. */
export async function savedCardOf(
  db: Db,
  { payments }: Pick<Services, 'payments'>,
  userId: UserId,
  asked: { readonly profileId: string; readonly paymentProfileId: string },
) {
  const cards = await cardsOf(db, { userId, gateway: payments.name });
  const card = cards.find(
    ({ customer_id, card_id }) => customer_id === asked.profileId && card_id === asked.paymentProfileId,
  );
  return card ? { customerId: card.customer_id, cardId: card.card_id, brand: card.brand, last4: card.last4 } : null;
}
