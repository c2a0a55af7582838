import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { Db } from '../../kernel/db/db.ts';
import { refuse } from '../../kernel/http/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { visibleUser } from '../network/index.ts';
import type { Owner } from './cards.queries.ts';

type Asked = { readonly actor: Actor; readonly db: Db; readonly services: Services };

/** One's own; an administrator also reads those of the users they can see. Staff in a center's account are the center. */
export async function resolveCardOwner({ actor, db, services }: Asked, userId: UserId): Promise<Owner> {
  const gateway = services.payments.name;
  if (userId === actor.userId) return { userId, gateway };
  if (!services.permissions.permits(actor, 'cards.list_others')) throw refuse('not_found');
  await visibleUser(db, actor, userId);
  return { userId, gateway };
}

/** T17: an administrator in somebody's account does not touch their cards. */
export function mayChangeCards({ actor, services }: Pick<Asked, 'actor' | 'services'>): boolean {
  return services.permissions.permits(actor, 'cards.change') && actor.acting?.kind !== 'login_as';
}
