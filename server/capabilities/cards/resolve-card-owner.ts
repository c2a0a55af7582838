import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { Db } from '../../kernel/db/db.ts';
import { refuse } from '../../kernel/http/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { visibleUser } from '../network/index.ts';
import type { Owner } from './cards.queries.ts';

type Asked = { readonly actor: Actor; readonly db: Db; readonly services: Services };

/**
 * Users read their own cards, and administrators also those of users they can see. Staff inside a center act as the
 * center.
 */
export async function resolveCardOwner({ actor, db, services }: Asked, userId: UserId): Promise<Owner> {
  const gateway = services.payments.name;
  if (userId === actor.userId) return { userId, gateway };
  if (!services.permissions.permits(actor, 'cards.list_others')) throw refuse('not_found');
  await visibleUser(db, actor, userId);
  return { userId, gateway };
}

/** An administrator who acts in another account cannot change its cards (T17). */
export function mayChangeCards({ actor, services }: Pick<Asked, 'actor' | 'services'>): boolean {
  return services.permissions.permits(actor, 'cards.change') && actor.acting?.kind !== 'login_as';
}
