import { addCard, addFirstCard } from '@vialkeep/contract/cards.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { callGateway } from './call-gateway.ts';
import { cardFromCall, requireTokensOnly } from './card-from-call.ts';
import { presentCard } from './cards.present.ts';
import { customerOf } from './cards.queries.ts';
import { mayChangeCards } from './resolve-card-owner.ts';
import { saveCard } from './save-card.ts';

export const addCardHandler = handle(addCard, add);
export const addFirstCardHandler = handle(addFirstCard, add);

/** Allows every normal use, and stops a caller who tests stolen card numbers. */
const ATTEMPTS = { bucket: 'add-card', most: 20, minutes: 60 };

async function add(call: Call<typeof addCard>) {
  const { access, actor, body, services } = call;
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
  const saved = await callGateway(addCard, call, () => saveCard(call, card, { isDefault: body.default ?? false }));
  return {
    code: 'success' as const,
    message: 'The payment option has been added.',
    payment: presentCard(saved),
  };
}
