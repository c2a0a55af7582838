import { deleteCard } from '@vialkeep/contract/cards.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { ownRecords } from '../../kernel/policy/rules.ts';
import { callGateway } from './call-gateway.ts';
import { type CardRow, cardsOf, lockCards, moveDefault } from './cards.queries.ts';
import { mayChangeCards } from './resolve-card-owner.ts';

/** Deletes at the gateway first: if the second step fails, the card is still listed and the user can retry. */
export const deleteCardHandler = handle(deleteCard, async (call) => {
  const { access, actor, body, db, services, write } = call;
  if (!mayChangeCards(call)) throw refuseBy(deleteCard, 'not_while_acting');
  access.authorize(ownRecords(actor));
  const owner = { userId: actor.userId, gateway: services.payments.name };
  const card = orNotFound((await cardsOf(db, owner)).find((row) => isMeant(row, body)));
  await callGateway(deleteCard, call, ({ payments }) =>
    payments.deleteCard({ customerId: card.customer_id, cardId: card.card_id }),
  );
  return write(async (work) => {
    await lockCards(work, owner.userId);
    await work.db.deleteFrom('saved_cards').where('id', '=', card.id).execute();
    // The newest remaining card becomes the default (U-28).
    const [next] = await cardsOf(work.db, owner);
    if (next && !next.is_default) await moveDefault(work, owner, next.id);
    await audit(work, {
      domainId: actor.domainId,
      action: 'cards.delete',
      subject: 'card',
      subjectId: card.id,
      facts: { brand: card.brand, default: card.is_default },
    });
    return { code: 'success', message: 'The payment option has been deleted.' };
  });
});

function isMeant(row: CardRow, { profile_id, payment_id }: Call<typeof deleteCard>['body']): boolean {
  if (profile_id && row.customer_id !== profile_id) return false;
  return typeof payment_id === 'number' ? row.id === payment_id : row.card_id === payment_id;
}
