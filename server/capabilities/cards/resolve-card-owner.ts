import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { ownRecords } from '../../kernel/policy/rules.ts';
import type { Services } from '../../kernel/services.ts';
import { authorizeAccount } from '../network/index.ts';
import type { Owner } from './cards.queries.ts';

type CardOwnerRequest = { readonly access: Access; readonly db: Db; readonly services: Services };

/**
 * Users read their own cards, and administrators also those of users they can see. Staff inside a center act as the
 * center.
 */
export async function resolveCardOwner({ access, db, services }: CardOwnerRequest, userId: UserId): Promise<Owner> {
  const gateway = services.payments.name;
  if (userId === access.actor.userId) access.authorize(ownRecords(access.actor));
  else await authorizeAccount(access, db, userId, 'cards.list_others');
  return { userId, gateway };
}

/** An administrator who acts in another account cannot change its cards (T17). */
export function mayChangeCards({ access }: Pick<CardOwnerRequest, 'access'>): boolean {
  return access.mayTry('cards.change') && access.actor.acting?.kind !== 'login_as';
}
