import { randomBytes } from 'node:crypto';
import { addCard, addFirstCard } from '@vialkeep/contract/cards.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { CardDetails } from '../../ports/card-details.ts';
import {
  type CardAtGateway,
  type KnownCard,
  type NewCard,
  type Payments,
  PaymentUnknown,
} from '../../ports/payments.ts';
import { callGateway } from './call-gateway.ts';
import { cardFromCall, requireTokensOnly } from './card-from-call.ts';
import { presentCard } from './cards.present.ts';
import { cardsOf, customerOf, lockCards, moveDefault, type Owner } from './cards.queries.ts';
import { mayChangeCards } from './resolve-card-owner.ts';

export const addCardHandler = handle(addCard, add);
export const addFirstCardHandler = handle(addFirstCard, add);

/** Allows every normal use, and stops a caller who tests stolen card numbers. */
const ATTEMPTS = { bucket: 'add-card', most: 20, minutes: 60 };

async function add(call: Call<typeof addCard>) {
  const { access, actor, body, services, write } = call;
  if (!mayChangeCards(call)) throw refuseBy(addCard, 'not_while_acting');
  requireTokensOnly(addCard, services, { number: body.card_number, code: body.cvv }, ['card_number']);
  access.authorize({ domainId: actor.domainId, ownerIds: [body.user_id ?? actor.userId] });
  const owner = { userId: actor.userId, gateway: services.payments.name };
  const known = await customerOf(call.db, owner);
  if (body.customer_profile_id) orNotFound(body.customer_profile_id === known?.customer_id ? known : null);
  await services.limits.count(ATTEMPTS, String(actor.userId));

  const card = cardFromCall({
    token: body.card_token,
    number: body.card_number,
    code: body.cvv,
    expires: body.expiration_date,
    holder: body.card_holder,
  });
  const customer = known ?? (await write((work) => nameCustomer(work, call, owner)));
  const kept = await callGateway(addCard, call, async ({ payments }) => {
    const at = customer.customer_id
      ? await payments.addCard(customer.customer_id, card)
      : await payments.createCustomer({ reference: customer.reference, email: await emailOf(call) }, card);
    return { ...at, shown: await readShown(payments, at, card) };
  });
  return write(async (work) => {
    const payment = await keep(work, call, owner, kept);
    return { code: 'success' as const, message: 'The payment option has been added.', payment };
  });
}

/**
 * Commits the customer reference before the gateway call, so that a retry after a lost response creates no second
 * customer.
 */
async function nameCustomer(work: Work, { actor }: Call<typeof addCard>, { userId, gateway }: Owner) {
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

async function keep(work: Work, { actor, body }: Call<typeof addCard>, owner: Owner, kept: Kept) {
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
  const isDefault = (body.default ?? false) || first === undefined;
  if (isDefault) await moveDefault(work, owner, id);
  await audit(work, {
    domainId: actor.domainId,
    action: 'cards.add',
    subject: 'card',
    subjectId: id,
    facts: { brand, default: isDefault },
  });
  return presentCard(orNotFound((await cardsOf(work.db, owner)).find((row) => row.id === id)));
}

async function emailOf({ actor, db }: Call<typeof addCard>): Promise<string> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  return email;
}
