import { randomBytes } from 'node:crypto';
import { audit } from '../../kernel/audit/audit.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { CardDetails } from '../../ports/card-details.ts';
import {
  type CardAtGateway,
  type KnownCard,
  type NewCard,
  type Payments,
  PaymentUnknown,
} from '../../ports/payments.ts';
import { type CardRow, cardsOf, customerOf, lockCards, moveDefault, type Owner } from './cards.queries.ts';

/** The account that saves a card of its own. */
export type CardSaver = {
  readonly actor: Actor;
  readonly db: Db;
  readonly services: Pick<Services, 'payments'>;
  readonly write: <T>(task: (work: Work) => Promise<T>) => Promise<T>;
};

/** Saves a card of the caller's account with the gateway. Throws what the gateway throws. */
export async function saveCard(
  saver: CardSaver,
  card: NewCard,
  { isDefault }: { readonly isDefault: boolean },
): Promise<CardRow> {
  const { actor, db, services, write } = saver;
  const { payments } = services;
  const owner = { userId: actor.userId, gateway: payments.name };
  const customer = (await customerOf(db, owner)) ?? (await write((work) => nameCustomer(work, saver, owner)));
  const at = customer.customer_id
    ? await payments.addCard(customer.customer_id, card)
    : await payments.createCustomer({ reference: customer.reference, email: await emailOf(saver) }, card);
  const shown = await readShown(payments, at, card);
  return write((work) => keep(work, saver, owner, { ...at, shown }, isDefault));
}

/**
 * Commits the customer reference before the gateway call, so that a retry after a lost response creates no second
 * customer.
 */
async function nameCustomer(work: Work, { actor }: CardSaver, { userId, gateway }: Owner) {
  await lockCards(work, userId);
  await work.db
    .insertInto('payment_customers')
    .values({ user_id: userId, domain_id: actor.domainId, gateway, reference: `vk-${randomBytes(8).toString('hex')}` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await audit(work, {
    domainId: actor.domainId,
    action: 'cards.name_customer',
    subject: 'user',
    subjectId: userId,
    facts: { gateway },
  });
  return orNotFound(await customerOf(work.db, { userId, gateway }));
}

/** The parts of a card that may be shown. */
type ShownCard = Pick<KnownCard, 'brand' | 'last4' | 'holder' | 'expires'>;

/** Of a card that came by a token, only the gateway knows the number. */
async function readShown(payments: Payments, at: CardAtGateway, card: NewCard): Promise<ShownCard> {
  const { holder } = card;
  if (card instanceof CardDetails) return { brand: card.brand, last4: card.last4, holder, expires: card.expires };
  const known = (await payments.listCards(at.customerId)).find(({ cardId }) => cardId === at.cardId);
  if (!known) throw new PaymentUnknown('The payment gateway does not list the card that it has saved.');
  return { brand: known.brand, last4: known.last4, holder, expires: known.expires };
}

type Kept = CardAtGateway & { readonly shown: ShownCard };

async function keep(
  work: Work,
  { actor }: CardSaver,
  owner: Owner,
  kept: Kept,
  wantsDefault: boolean,
): Promise<CardRow> {
  const { customerId, cardId } = kept;
  const { brand, last4, holder, expires } = kept.shown;
  const shown = { brand, last4, holder, expires };
  await lockCards(work, owner.userId);
  await work.db
    .updateTable('payment_customers')
    .set({ customer_id: customerId })
    .where('user_id', '=', owner.userId)
    .where('gateway', '=', owner.gateway)
    .where('customer_id', 'is', null)
    .execute();
  const [first] = await cardsOf(work.db, owner);
  const { id } = await work.db
    .insertInto('saved_cards')
    .values({
      domain_id: actor.domainId,
      user_id: owner.userId,
      gateway: owner.gateway,
      customer_id: customerId,
      card_id: cardId,
      ...shown,
    })
    // Adding the same card again updates the existing row.
    .onConflict((conflict) => conflict.constraint('saved_cards_once').doUpdateSet(shown))
    .returning('id')
    .executeTakeFirstOrThrow();
  // The first card becomes the default, whatever the caller sent (C-38).
  const isDefault = wantsDefault || first === undefined;
  if (isDefault) await moveDefault(work, owner, id);
  await audit(work, {
    domainId: actor.domainId,
    action: 'cards.add',
    subject: 'card',
    subjectId: id,
    facts: { brand, default: isDefault },
  });
  return orNotFound((await cardsOf(work.db, owner)).find((row) => row.id === id));
}

async function emailOf({ actor, db }: CardSaver): Promise<string> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  return email;
}
