import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Services } from '../../kernel/services.ts';
import { cardsOf, customerOf } from './cards.queries.ts';

export { chooseDefaultCard } from './choose-default-card.ts';
export { mayChangeCards } from './whose-cards.ts';

/** The names the payment provider has for a user and for their default card. */
export async function paymentProfilesOf(db: Db, { payments }: Pick<Services, 'payments'>, userId: UserId) {
  const owner = { userId, gateway: payments.name };
  const [first] = await cardsOf(db, owner);
  return {
    auth_customer_profile_id: (await customerOf(db, owner))?.customer_id ?? null,
    auth_customer_payment_profile_id: first?.card_id ?? null,
  };
}

/** A saved card of this user by the provider's names, for a checkout; null where it is not theirs. */
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
