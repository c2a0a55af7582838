import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { KnownUser } from '@vialkeep/contract/session.ts';
import type { Db } from '../../../kernel/db/db.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import { canImpersonate, userFor } from '../../network/index.ts';

/** The user, if this actor can impersonate them; otherwise 404, whatever the reason. */
export async function requireImpersonationTarget(db: Db, actor: Actor, id: UserId): Promise<KnownUser> {
  const person = orNotFound(await userFor(db, id));
  const target = { id: person.id, plan: person.subscription.id, domainId: person.domain.id };
  return orNotFound(canImpersonate(actor, target) ? person : null);
}
